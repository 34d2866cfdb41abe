/** What this browser remembers. Storage may be full or forbidden: then it remembers only while the page is open. */
const memory = new Map<string, string>();
const PREFIX = 'tablier.';

export function load<T>(key: string, usual: T): T {
  let text: string | null | undefined;
  try {
    text = localStorage.getItem(PREFIX + key);
  } catch {
    text = memory.get(key);
  }
  if (text == null) return usual;
  try {
    return JSON.parse(text) as T;
  } catch {
    return usual;
  }
}

export function save(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    // The copy in memory serves until the page is closed.
  }
}

/** Calls back when another tab has saved something under the key. */
export function onSaved(key: string, callback: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === PREFIX + key || event.key === null) callback();
  });
}

const LAST = 'last';

/** The one thing of this tab that was seen last, such as a table. */
export function saveLast(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + LAST, JSON.stringify([name, value]));
  } catch {
    // Too large or forbidden: then it is fetched again.
  }
}

export function loadLast<T>(name: string): T | null {
  try {
    const [saved, value] = JSON.parse(sessionStorage.getItem(PREFIX + LAST) ?? '[null,null]') as [string | null, T];
    return saved === name ? value : null;
  } catch {
    return null;
  }
}
