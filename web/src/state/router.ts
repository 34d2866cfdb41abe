/** Addresses are behind the #: they work under any base path, and secrets in them never leave the browser. */
import { computed, signal } from '@preact/signals';

const hash = signal(typeof location === 'undefined' ? '' : location.hash);

export interface Route {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export function parse(text: string): Route {
  const [path = '', query = ''] = text.replace(/^#\/?/, '').split('?', 2);
  const parts = path.split('/').filter(Boolean);
  return { path: parts.map(decode), query: new URLSearchParams(query) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = computed(() => parse(hash.value));

/** The address of a screen. */
export function link(path: readonly (string | number)[], query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${path.map((part) => encodeURIComponent(part)).join('/')}${search ? `?${search}` : ''}`;
}

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  hash.value = location.hash;
  if (!replace) scrollTo(0, 0);
}

/** The whole address of a link, to be sent to others. */
export function absolute(to: string): string {
  return new URL(to, document.baseURI.split('#')[0]).href;
}

export function startRouter(): void {
  const read = () => (hash.value = location.hash);
  addEventListener('hashchange', read);
  addEventListener('popstate', read);
}
