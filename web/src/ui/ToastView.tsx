import { hideToast, toast } from '../state/toast';
import { Button } from './controls';

/** What happened or why not: one at a time, told to screen readers too. */
export function ToastView() {
  const shown = toast.value;
  return (
    <div class="toast-place" role="status">
      {shown && (
        <div class={`toast toast-${shown.tone}`}>
          <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
            <circle r="9.500" fill={`var(--${shown.tone})`} />
            {shown.tone === 'danger' ? (
              <path d="M0 -5V1M0 5V5.100" stroke="var(--surface)" stroke-width="2.600" stroke-linecap="round" />
            ) : (
              <path
                d="M-4 0.300L-1.200 3L4.200 -3"
                fill="none"
                stroke="var(--surface)"
                stroke-width="2.200"
                stroke-linecap="round"
              />
            )}
          </svg>
          <div class="toast-text">
            <strong>{shown.what}</strong>
            {shown.why && <span>{shown.why}</span>}
          </div>
          {shown.action && (
            <Button
              kind="quiet"
              onClick={() => {
                shown.action?.run();
                hideToast();
              }}
            >
              {shown.action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
