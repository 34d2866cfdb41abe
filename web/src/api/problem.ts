import type { ProblemData } from './types';

/** Why something was refused, as far as it is known; without a connection there is only the code `offline`. */
export type Why = { readonly code: ProblemData['code'] | 'offline' } & Partial<Omit<ProblemData, 'code' | 'type'>>;

/** A refusal by the server, or by the network (`offline`). */
export class Problem extends Error {
  readonly data: Why;

  constructor(data: Why) {
    super(data.detail ?? data.title ?? data.code);
    this.data = data;
  }

  get code(): string {
    return this.data.code;
  }
}

export function isProblem(value: unknown): value is Problem {
  return value instanceof Problem;
}

export const OFFLINE: Why = { code: 'offline' };
