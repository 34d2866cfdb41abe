import { computed, effect, signal } from '@preact/signals';
import { load, onSaved, save } from './storage';

export type Language = 'fr' | 'en';

export interface Settings {
  readonly language: Language | 'system';
  readonly theme: 'light' | 'dark' | 'system';
  readonly style: 'natural' | 'contrast' | 'patterns' | 'plain';
  readonly size: number;
  readonly animation: 'off' | 'normal' | 'slow';
  /** How long the board rests between one move and the next. */
  readonly pace: 'normal' | 'short' | 'none';
  readonly sounds: boolean;
  /** Whether the system tells that it is our turn while the page is out of sight. */
  readonly notices: boolean;
  readonly confirm: 'auto' | 'on' | 'off';
  readonly coordinates: boolean;
  readonly movable: boolean;
}

export const USUAL: Settings = {
  language: 'system',
  theme: 'system',
  style: 'natural',
  size: 100,
  animation: 'normal',
  pace: 'normal',
  sounds: false,
  notices: false,
  confirm: 'auto',
  coordinates: true,
  movable: true,
};

const KEY = 'settings';

export const settings = signal<Settings>({ ...USUAL, ...load<Partial<Settings>>(KEY, {}) });

export function change(changes: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changes };
  save(KEY, settings.value);
}

const darkQuery = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
const stillQuery = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;
const touchQuery = typeof matchMedia === 'function' ? matchMedia('(pointer: coarse)') : null;
const darkSystem = signal(darkQuery?.matches ?? false);
export const reducedMotion = signal(stillQuery?.matches ?? false);
const touch = signal(touchQuery?.matches ?? false);

export const theme = computed<'light' | 'dark'>(() => {
  const chosen = settings.value.theme;
  return chosen === 'system' ? (darkSystem.value ? 'dark' : 'light') : chosen;
});

/** Whether a touched target only previews, and a second touch plays. */
export const confirms = computed(() => {
  const chosen = settings.value.confirm;
  return chosen === 'auto' ? touch.value : chosen === 'on';
});

/** How many times as long as usual changes last; 0: nothing travels. */
export const slowness = computed(() => {
  if (reducedMotion.value) return 0;
  return { off: 0, normal: 1, slow: 2 }[settings.value.animation];
});

/** Whether changes that may not travel fade into one another. */
export const fades = computed(() => reducedMotion.value && settings.value.animation !== 'off');

export function startSettings(): void {
  darkQuery?.addEventListener('change', (event) => (darkSystem.value = event.matches));
  stillQuery?.addEventListener('change', (event) => (reducedMotion.value = event.matches));
  touchQuery?.addEventListener('change', (event) => (touch.value = event.matches));
  onSaved(KEY, () => (settings.value = { ...USUAL, ...load<Partial<Settings>>(KEY, {}) }));
  effect(() => {
    const root = document.documentElement;
    root.dataset['theme'] = theme.value;
    root.dataset['style'] = settings.value.style;
    const colour = getComputedStyle(root).getPropertyValue('--page').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
  });
}
