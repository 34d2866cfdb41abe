/** A game looked at step by step. */
import { type Signal, signal } from '@preact/signals';
import { request } from '../api/http';
import type { Board, Replay } from '../api/types';
import { BoardModel } from './model';
import { Problem } from '../api/problem';
import { showProblem } from '../state/problems';
import { play } from '../state/sound';

export class ReplayStore {
  readonly ply: Signal<number>;
  readonly model: BoardModel;
  private readonly boards = new Map<number, Promise<Board>>();

  constructor(
    readonly replay: Replay,
    ply: number,
  ) {
    this.ply = signal(Math.min(Math.max(0, ply), replay.moves.length));
    const refuse = () => Promise.reject(new Problem({ code: 'offline' }));
    this.model = new BoardModel({ preview: refuse, explain: refuse, play: () => undefined });
  }

  private board(ply: number): Promise<Board> {
    const known = this.boards.get(ply);
    if (known) return known;
    const { game, options, positions, moves } = this.replay;
    const before = ply === 0 ? positions[0] : positions[ply - 1];
    const move = ply === 0 ? [] : [moves[ply - 1]?.move ?? ''];
    const loading = request<Board>('positions', {
      method: 'POST',
      body: { game, options, position: before, moves: move },
    });
    this.boards.set(ply, loading);
    loading.catch(() => this.boards.delete(ply));
    return loading;
  }

  async show(ply: number | null): Promise<void> {
    const last = this.replay.moves.length;
    const wanted = Math.min(last, Math.max(0, ply ?? last));
    this.model.stop();
    this.ply.value = wanted;
    try {
      const board = await this.board(wanted);
      if (this.ply.peek() !== wanted) return;
      const end = wanted === last ? this.replay.end : null;
      this.model.show({ ...board, end: board.end ?? end });
      if (board.last) play('move');
      if (wanted < last) void this.board(wanted + 1).catch(() => undefined);
    } catch (error) {
      showProblem(error);
    }
  }
}
