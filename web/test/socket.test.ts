import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isProblem, type Problem } from '../src/api/problem';
import { Socket } from '../src/api/socket';

/** A WebSocket whose other end is the test. */
class Fake {
  static all: Fake[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];

  constructor(readonly url: URL) {
    Fake.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.onclose?.();
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcome(): void {
    this.onopen?.();
    this.hear({ type: 'welcome', version: 1, now: Date.now() + 5000, server: '1' });
  }
}

async function connected(token: string | null = 'g_x'): Promise<{ socket: Socket; refused: Problem[] }> {
  const refused: Problem[] = [];
  const socket = new Socket(
    () => Promise.resolve(token),
    (problem) => refused.push(problem),
  );
  socket.start();
  await vi.advanceTimersByTimeAsync(0);
  return { socket, refused };
}

beforeEach(() => {
  vi.useFakeTimers();
  Fake.all = [];
  vi.stubGlobal('WebSocket', Fake);
  vi.stubGlobal('document', { baseURI: 'https://host/games/#/x', addEventListener: () => undefined });
  vi.stubGlobal('addEventListener', () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the connection', () => {
  it('is made below the page’s own address and says who we are', async () => {
    const { socket } = await connected();
    const [first] = Fake.all;
    expect(String(first?.url)).toBe('wss://host/games/api/v1/ws');
    first?.welcome();
    expect(first?.sent[0]).toEqual({ type: 'hello', version: 1, token: 'g_x' });
    expect(socket.connection.value).toBe('open');
    expect(Math.round(socket.offset.value / 1000)).toBe(5);
  });

  it('gives each answer to who asked', async () => {
    const { socket } = await connected();
    const [first] = Fake.all;
    first?.welcome();
    const [one, other] = [socket.ask({ type: 'ping' }), socket.ask({ type: 'ping' })];
    const ids = first?.sent.slice(1).map((message) => message['id']) ?? [];
    first?.hear({ type: 'pong', re: ids[1], now: 2 });
    first?.hear({ type: 'pong', re: ids[0], now: 1 });
    expect([(await one).now, (await other).now]).toEqual([1, 2]);
  });

  it('turns problems into errors', async () => {
    const { socket } = await connected();
    Fake.all[0]?.welcome();
    const asked = socket.ask({ type: 'ping' });
    Fake.all[0]?.hear({ type: 'problem', re: Fake.all[0].sent[1]?.['id'], code: 'not-now', status: 409 });
    await expect(asked).rejects.toMatchObject({ code: 'not-now' });
  });

  it('answers pings at once', async () => {
    await connected();
    Fake.all[0]?.welcome();
    Fake.all[0]?.hear({ type: 'ping', n: 7 });
    expect(Fake.all[0]?.sent.at(-1)).toEqual({ type: 'pong', n: 7 });
  });

  it('comes back by itself, fails what was waiting, and calls those who watch', async () => {
    const { socket } = await connected();
    let arrivals = 0;
    socket.onArrival(() => arrivals++);
    Fake.all[0]?.welcome();
    const asked = socket.ask({ type: 'ping' }).catch((error: unknown) => error);
    Fake.all[0]?.close();
    const error = await asked;
    expect(isProblem(error) && error.code).toBe('offline');
    expect(socket.connection.value).toBe('lost');
    await vi.advanceTimersByTimeAsync(2000);
    expect(Fake.all).toHaveLength(2);
    Fake.all[1]?.welcome();
    expect(arrivals).toBe(2);
    expect(socket.connection.value).toBe('open');
  });

  it('gives up on an answer that does not come, and connects anew', async () => {
    const { socket } = await connected();
    Fake.all[0]?.welcome();
    const asked = socket.ask({ type: 'ping' }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(isProblem(await asked)).toBe(true);
    expect(Fake.all.length).toBeGreaterThan(1);
  });

  it('tells when it is refused', async () => {
    const { socket, refused } = await connected('g_old');
    Fake.all[0]?.onopen?.();
    Fake.all[0]?.hear({ type: 'problem', code: 'token-unknown', status: 401 });
    expect(refused.map((problem) => problem.code)).toEqual(['token-unknown']);
    expect(socket.connection.value).toBe('refused');
  });

  it('streams until done', async () => {
    const { socket } = await connected();
    Fake.all[0]?.welcome();
    const seen: number[] = [];
    const { done } = socket.stream({ type: 'analyse', game: 'x' }, ({ nodes }) => seen.push(nodes));
    const re = Fake.all[0]?.sent[1]?.['id'];
    Fake.all[0]?.hear({ type: 'analysis', re, nodes: 1, done: false });
    Fake.all[0]?.hear({ type: 'analysis', re, nodes: 2, done: true });
    expect((await done).nodes).toBe(2);
    expect(seen).toEqual([1, 2]);
  });
});
