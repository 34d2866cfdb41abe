/** The WebSocket: requests with answers, news without asking, reconnection by itself. */
import { signal } from '@preact/signals';
import { apiUrl } from './http';
import { OFFLINE, Problem } from './problem';
import type { Answer, Asked } from './talk';
import type { ClientMessage, Told } from './types';

type Listener = (message: Told) => void;

interface Waiting {
  readonly settle: (message: Told) => void;
  readonly fail: (problem: Problem) => void;
  readonly many: ((message: Told) => void) | null;
}

export type Connection = 'connecting' | 'open' | 'lost' | 'refused';

const VERSION = 1;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const ANSWER_TIME = 20_000;

/** How long to wait before the given attempt, 0 being the first. */
export function waitBefore(attempt: number, dice: () => number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + dice());
}

function written(message: ClientMessage): string {
  return JSON.stringify(message);
}

export class Socket {
  readonly connection = signal<Connection>('connecting');
  /** The server's clock minus ours, in ms. */
  readonly offset = signal(0);
  readonly server = signal<string | null>(null);
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<Listener>();
  private readonly arrivals = new Set<() => void>();
  private last = 0;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly token: () => Promise<string | null>,
    private readonly refused: (problem: Problem) => void,
  ) {}

  start(): void {
    void this.connect();
    addEventListener('online', () => this.hurry());
    addEventListener('offline', () => this.socket?.close());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.hurry();
    });
  }

  /** Connect anew, as someone else. */
  restart(): void {
    this.attempt = 0;
    if (this.socket) this.socket.close();
    else this.hurry();
  }

  /** News: messages nobody waits for. Returns how to stop listening. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called at once if connected, and each time the connection is there again. */
  onArrival(callback: () => void): () => void {
    this.arrivals.add(callback);
    if (this.connection.value === 'open') callback();
    return () => this.arrivals.delete(callback);
  }

  ask<A extends Asked>(message: A): Promise<Answer<A>> {
    return this.send(message, null) as Promise<Answer<A>>;
  }

  /** A request with several answers; `each` gets them all, the promise the last. */
  stream<A extends Asked>(
    message: A,
    each: (answer: Answer<A>) => void,
  ): { readonly done: Promise<Answer<A>>; readonly cancel: () => void } {
    const id = this.last + 1;
    const done = this.send(message, (answer) => each(answer as Answer<A>)) as Promise<Answer<A>>;
    return { done, cancel: () => void this.ask({ type: 'cancel', of: id }).catch(() => undefined) };
  }

  private send(message: Asked, many: Waiting['many']): Promise<Told> {
    const socket = this.socket;
    const id = ++this.last;
    if (!socket || this.connection.value !== 'open') return Promise.reject(new Problem(OFFLINE));
    return new Promise<Told>((settle, fail) => {
      const timer = setTimeout(
        () => {
          if (this.waiting.delete(id)) {
            fail(new Problem(OFFLINE));
            socket.close();
          }
        },
        many ? 4 * ANSWER_TIME : ANSWER_TIME,
      );
      const finish = () => clearTimeout(timer);
      this.waiting.set(id, {
        settle: (answer) => (finish(), settle(answer)),
        fail: (problem) => (finish(), fail(problem)),
        many,
      });
      socket.send(written({ ...message, id }));
    });
  }

  private hurry(): void {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.attempt = 0;
    void this.connect();
  }

  private async connect(): Promise<void> {
    clearTimeout(this.timer);
    let token: string | null;
    try {
      token = await this.token();
    } catch {
      this.later();
      return;
    }
    if (this.socket) return;
    const url = apiUrl('ws');
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => socket.send(written({ type: 'hello', version: VERSION, token }));
    socket.onmessage = (event: MessageEvent<string>) => this.receive(socket, JSON.parse(event.data) as Told);
    socket.onclose = () => this.lost(socket);
  }

  private receive(socket: WebSocket, message: Told): void {
    if ('now' in message) this.offset.value = message.now - Date.now();
    if (message.type === 'ping') {
      socket.send(written({ type: 'pong', n: message.n }));
      return;
    }
    if (message.type === 'welcome') {
      this.attempt = 0;
      this.server.value = message.server;
      this.connection.value = 'open';
      for (const arrival of this.arrivals) arrival();
      return;
    }
    const waiting = typeof message.re === 'number' ? this.waiting.get(message.re) : undefined;
    if (typeof message.re === 'number' && waiting) {
      this.answer(message.re, waiting, message);
    } else if (message.type === 'problem' && this.connection.value !== 'open') {
      this.connection.value = 'refused';
      this.refused(new Problem(message));
    } else {
      for (const listener of this.listeners) listener(message);
    }
  }

  private answer(re: number, waiting: Waiting, message: Told): void {
    if (message.type === 'problem') {
      this.waiting.delete(re);
      waiting.fail(new Problem(message));
      return;
    }
    waiting.many?.(message);
    if (waiting.many && !('done' in message && message.done)) return;
    this.waiting.delete(re);
    waiting.settle(message);
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    for (const { fail } of this.waiting.values()) fail(new Problem(OFFLINE));
    this.waiting.clear();
    this.later();
  }

  private later(): void {
    if (this.connection.value !== 'refused') this.connection.value = 'lost';
    this.timer = setTimeout(() => void this.connect(), waitBefore(this.attempt++, Math.random));
  }
}
