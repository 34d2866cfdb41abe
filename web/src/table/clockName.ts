import type { ClockSetup } from '../api/types';
import { t, tn } from '../i18n';

/** A clock in words: “10 min + 5 s”. */
export function clockName(clock: ClockSetup): string {
  switch (clock.kind) {
    case 'fischer':
      return t('clock.fischer', { minutes: clock.seconds / 60, increment: clock.increment });
    case 'sandglass':
      return t('clock.sandglass', { seconds: clock.seconds });
    case 'correspondence':
      return tn('clock.correspondence', clock.days);
  }
}
