import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Longer than the pause between the two clicks of a double click. */
const DOUBLE_CLICK = 450;

/** The class of something that has just taken the place of something else: for a moment no pointer reaches it, lest the second
 * click of a double click does what nobody meant. */
export function useSettling(what: string): '' | ' settling' {
  const settled = useSignal<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = what), DOUBLE_CLICK);
    return () => clearTimeout(timer);
  }, [what]);
  return settled.value === what ? '' : ' settling';
}
