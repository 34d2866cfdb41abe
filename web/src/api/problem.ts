import type { ProblemData } from './types';

/** A refusal by the server, or by the network (`offline`). */
export class Problem extends Error {
  readonly data: ProblemData;

  constructor(data: ProblemData) {
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

export const OFFLINE: ProblemData = { code: 'offline' };
