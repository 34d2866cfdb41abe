/** Doing something at a table. While the connection is lost it waits, and is then sent again under the same id: it is done once. */
import { batch, signal } from '@preact/signals';
import { isProblem } from '../api/problem';
import type { Deed } from '../api/talk';
import { socket } from '../state/hub';
import { showProblem } from '../state/problems';
import { requestId } from '../state/uuid';
import type { News } from './news';

const PATIENCE = 600;

export class Sending {
  readonly sending = signal(false);
  /** Whether what is being sent takes so long that one should say so. */
  readonly slow = signal(false);
  private closed = false;

  constructor(
    private readonly id: string,
    private readonly news: News,
  ) {}

  close(): void {
    this.closed = true;
  }

  async act(deed: Deed): Promise<void> {
    const message = {
      type: 'act' as const,
      table: this.id,
      request: requestId(),
      expected: this.news.state.peek()?.number ?? 0,
      ...this.news.token(),
      ...deed,
    };
    this.sending.value = true;
    const timer = setTimeout(() => (this.slow.value = true), PATIENCE);
    try {
      for (;;) {
        try {
          this.news.take(await socket.ask(message));
          return;
        } catch (error) {
          if (!isProblem(error) || error.code !== 'offline' || this.closed) throw error;
          await connected();
        }
      }
    } catch (error) {
      if (isProblem(error) && error.data.update) this.news.take(error.data.update);
      throw error;
    } finally {
      clearTimeout(timer);
      batch(() => {
        this.sending.value = false;
        this.slow.value = false;
      });
    }
  }

  /** An act from a button: problems are shown. */
  do(deed: Deed): void {
    void this.act(deed).catch((error: unknown) => showProblem(error));
  }
}

function connected(): Promise<void> {
  return new Promise((resolve) => {
    const stop = socket.onArrival(() => {
      queueMicrotask(() => stop());
      resolve();
    });
  });
}
