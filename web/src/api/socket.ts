/** The WebSocket: requests with answers, news without asking, reconnection by itself. */
import { signal } from '@preact/signals';
import { apiUrl } from './http';
import { OFFLINE, Problem } from './problem';
import type { ProblemData } from './types';

export type Message = { readonly type: string; readonly re?: number } & Readonly<Record<string, unknown>>;
type Listener = (message: Message) => void;

interface Waiting {
  readonly settle: (message: Message) => void;
  readonly fail: (problem: Problem) => void;
  readonly many: ((message: Message) => void) | null;
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

  ask<T>(message: { readonly type: string } & Readonly<Record<string, unknown>>): Promise<T> {
    return this.send(message, null) as Promise<T>;
  }

  /** A request with several answers; `each` gets them all, the promise the last. */
  stream<T>(
    message: { readonly type: string } & Readonly<Record<string, unknown>>,
    each: (answer: T) => void,
  ): { readonly done: Promise<T>; readonly cancel: () => void } {
    const id = this.last + 1;
    const done = this.send(message, (answer) => each(answer as unknown as T)) as Promise<T>;
    return { done, cancel: () => void this.ask({ type: 'cancel', of: id }).catch(() => undefined) };
  }

  private send(message: object, many: Waiting['many']): Promise<unknown> {
    const socket = this.socket;
    const id = ++this.last;
    if (!socket || this.connection.value !== 'open') return Promise.reject(new Problem(OFFLINE));
    return new Promise<unknown>((settle, fail) => {
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
      socket.send(JSON.stringify({ ...message, id }));
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
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version: VERSION, token }));
    socket.onmessage = (event: MessageEvent<string>) => this.receive(socket, JSON.parse(event.data) as Message);
    socket.onclose = () => this.lost(socket);
  }

  private receive(socket: WebSocket, message: Message): void {
    if (typeof message['now'] === 'number') this.offset.value = message['now'] - Date.now();
    if (message.type === 'ping') {
      socket.send(JSON.stringify({ type: 'pong', n: message['n'] }));
      return;
    }
    if (message.type === 'welcome') {
      this.attempt = 0;
      this.server.value = String(message['server']);
      this.connection.value = 'open';
      for (const arrival of this.arrivals) arrival();
      return;
    }
    const waiting = message.re === undefined ? undefined : this.waiting.get(message.re);
    if (message.re !== undefined && waiting) {
      this.answer(message.re, waiting, message);
    } else if (message.type === 'problem' && this.connection.value !== 'open') {
      this.connection.value = 'refused';
      this.refused(new Problem(message as unknown as ProblemData));
    } else {
      for (const listener of this.listeners) listener(message);
    }
  }

  private answer(re: number, waiting: Waiting, message: Message): void {
    if (message.type === 'problem') {
      this.waiting.delete(re);
      waiting.fail(new Problem(message as unknown as ProblemData));
      return;
    }
    waiting.many?.(message);
    if (waiting.many && message['done'] !== true) return;
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
