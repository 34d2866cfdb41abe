import { signal } from '@preact/signals';

export interface Toast {
  readonly tone: 'danger' | 'accent';
  readonly what: string;
  readonly why?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const toast = signal<Toast | null>(null);
const TIME = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function showToast(next: Toast): void {
  clearTimeout(timer);
  toast.value = next;
  if (!next.action) timer = setTimeout(() => hideToast(next), TIME);
}

/** Takes a toast away, if it is still there; without one, whatever is. */
export function hideToast(shown = toast.peek()): void {
  if (toast.peek() !== shown) return;
  clearTimeout(timer);
  toast.value = null;
}
