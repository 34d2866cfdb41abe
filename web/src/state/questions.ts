/** What becomes of a question asked at a table. */
import type { Question, QuestionKind, TableEvent } from '../api/types';

export interface Refusal {
  readonly what: QuestionKind;
  readonly asker: number;
  /** Who said no, by word or by playing on; null: the game went on without an answer. */
  readonly by: number | null;
}

/** The refusal of a question that stood, or was asked meanwhile; null: none was refused. */
export function refusalIn(stood: Question | null, events: readonly TableEvent[]): Refusal | null {
  let question: Pick<Question, 'what' | 'seat' | 'waiting'> | null = stood;
  let found: Refusal | null = null;
  for (const event of events) {
    if (event.kind === 'asked') {
      question = event;
      found = null;
    } else if (!question) {
      continue;
    } else if (event.kind === 'answered' && !event.yes) {
      found = { what: question.what, asker: question.seat, by: event.seat };
      question = null;
    } else if (event.kind === 'moved') {
      const { player } = event;
      const asked = question.waiting.includes(player);
      if (!asked && question.what !== 'takeback') continue;
      if (player !== question.seat) found = { what: question.what, asker: question.seat, by: asked ? player : null };
      question = null;
    } else if (['tookback', 'paused', 'started', 'ended', 'claimed'].includes(event.kind)) {
      question = null;
    }
  }
  return found;
}
