/** A board one plays on freely, without a table: figures of the rules, positions opened by a link. */
import { signal } from '@preact/signals';
import { request } from '../api/http';
import type { Board, Options } from '../api/types';
import { BoardModel } from './model';
import type { Gesture } from '../scene/types';
import { socket } from '../state/hub';
import { showProblem } from '../state/problems';

export class LocalGame {
  readonly model: BoardModel;
  readonly moves = signal<readonly string[]>([]);

  constructor(
    readonly game: string,
    readonly options: Options,
    readonly start: string | null,
  ) {
    this.model = new BoardModel({
      preview: async (move) => (await socket.ask({ type: 'preview', ...this.at(), move })).preview,
      explain: (tried: Gesture) => socket.ask({ type: 'explain', ...this.at(), tried: { gesture: tried } }),
      play: (move) => void this.play(move),
    });
    this.model.active.value = true;
  }

  private at() {
    return { game: this.game, options: this.options, position: this.start, moves: this.moves.peek() };
  }

  async load(): Promise<void> {
    const moves = this.moves.peek();
    try {
      const board = await request<Board>('positions', { method: 'POST', body: this.at() });
      // Another move may have been played while this one was on its way.
      if (this.moves.peek() === moves) this.model.show(board);
    } catch (error) {
      showProblem(error);
    }
  }

  async play(move: string): Promise<void> {
    this.model.release();
    this.moves.value = [...this.moves.peek(), move];
    await this.load();
  }

  async back(): Promise<void> {
    this.moves.value = this.moves.peek().slice(0, -1);
    this.model.release();
    await this.load();
  }

  async reset(): Promise<void> {
    this.moves.value = [];
    this.model.release();
    await this.load();
  }
}
