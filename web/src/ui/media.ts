import { computed, signal } from '@preact/signals';

function watched(query: string) {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener('change', (event) => (matches.value = event.matches));
  return matches;
}

const wide = watched('(min-width: 1024px)');
const medium = watched('(min-width: 640px)');
const low = watched('(max-height: 599px) and (orientation: landscape)');

export type Layout = 'phone' | 'tablet' | 'desktop';

/** How much room there is; a low screen on its side has its column beside the board too. */
export const layout = computed<Layout>(() => (wide.value || low.value ? 'desktop' : medium.value ? 'tablet' : 'phone'));
