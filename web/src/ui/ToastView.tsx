import { useLayoutEffect, useRef } from 'preact/hooks';
import { hideToast, toast } from '../state/toast';
import { Button } from './controls';
import { toastPlace } from './toastPlace';
import './ToastView.css';

/** What happened or why not: one at a time, where it covers nothing on a board, told to screen readers too; a click takes it away. */
export function ToastView() {
  const shown = toast.value;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (!box.current) return;
      const { left, top } = toastPlace(box.current);
      box.current.style.translate = `${left}px ${top}px`;
    };
    if (!shown) return undefined;
    place();
    // What the toast speaks of is marked on the board only now.
    const marked = requestAnimationFrame(place);
    const options = { capture: true, passive: true };
    addEventListener('resize', place);
    addEventListener('scroll', place, options);
    return () => {
      cancelAnimationFrame(marked);
      removeEventListener('resize', place);
      removeEventListener('scroll', place, options);
    };
  }, [shown]);
  return (
    <div class="toast-place" role="status" ref={box}>
      {shown && (
        <div class={`toast toast-${shown.tone}`} onClick={() => hideToast()}>
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
