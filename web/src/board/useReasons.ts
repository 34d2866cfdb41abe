import { useSignalEffect } from '@preact/signals';
import type { Texts } from '../api/types';
import { sayReason } from '../state/games';
import { hideToast, showToast, type Toast } from '../state/toast';
import type { BoardModel } from './model';

/** Tells why something cannot be played, as long as the board shows it. */
export function useReasons(model: BoardModel, texts: Texts | undefined): void {
  useSignalEffect(() => {
    const reason = model.witness.value;
    if (!reason) return undefined;
    const told: Toast = { tone: 'danger', ...sayReason(texts, 'reasons', reason) };
    showToast(told);
    return () => hideToast(told);
  });
}
