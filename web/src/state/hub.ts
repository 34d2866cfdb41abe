/** Who we are, and our one connection to the server. */
import { signal } from '@preact/signals';
import { request } from '../api/http';
import { type Problem, isProblem } from '../api/problem';
import { Socket } from '../api/socket';
import type { Guest, NewGuest } from '../api/types';
import { load, onSaved, save } from './storage';

interface Known {
  readonly guest: string;
  readonly name: string | null;
  readonly token: string;
}

const KEY = 'guest';
const SEATS = 'seat-tokens';

export const guest = signal<Known | null>(load<Known | null>(KEY, null));
/** Set when the server no longer knew us and gave us a new identity. */
export const forgotten = signal(false);

let making: Promise<Known> | null = null;

async function make(): Promise<Known> {
  const made = await request<NewGuest>('guests', { method: 'POST', body: {} });
  const known = { guest: made.guest, name: made.name, token: made.token };
  remember(known);
  return known;
}

function remember(known: Known | null): void {
  guest.value = known;
  save(KEY, known);
}

/** Our identity; the first time the server gives us one. */
export function identity(): Promise<Known> {
  if (guest.value) return Promise.resolve(guest.value);
  making ??= make().finally(() => (making = null));
  return making;
}

export async function setName(name: string | null): Promise<void> {
  const { token } = await identity();
  const changed = await request<Guest>('guests/me', { method: 'PATCH', body: { name }, token });
  if (guest.value) remember({ ...guest.value, name: changed.name });
}

export async function forgetMe(): Promise<void> {
  const token = guest.value?.token;
  if (token) await request('guests/me', { method: 'DELETE', token });
  remember(null);
  socket.restart();
}

/** A request that speaks for us. If the server has forgotten us, we begin anew. */
export async function asMe<T>(
  path: string,
  options: { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown } = {},
): Promise<T> {
  const { token } = await identity();
  try {
    return await request<T>(path, { ...options, token });
  } catch (error) {
    if (!isProblem(error) || error.code !== 'token-unknown') throw error;
    startAnew();
    return request<T>(path, { ...options, token: (await identity()).token });
  }
}

function startAnew(): void {
  remember(null);
  forgotten.value = true;
}

export interface MovedSeat {
  readonly guest: string;
  readonly token: string;
}

/** The seat that was moved to this device, if one was. */
export function seatToken(table: string): MovedSeat | null {
  return load<Record<string, MovedSeat>>(SEATS, {})[table] ?? null;
}

export function keepSeatToken(table: string, seat: MovedSeat): void {
  save(SEATS, { ...load<Record<string, MovedSeat>>(SEATS, {}), [table]: seat });
}

function refused(problem: Problem): void {
  if (problem.code === 'token-unknown') startAnew();
}

export const socket = new Socket(async () => (await identity()).token, refused);

/** Now by the server's clock. */
export function serverNow(): number {
  return Date.now() + socket.offset.value;
}

export function startHub(): void {
  onSaved(KEY, () => {
    const known = load<Known | null>(KEY, null);
    if (known?.token !== guest.value?.token) {
      guest.value = known;
      socket.restart();
    } else {
      guest.value = known;
    }
  });
  socket.start();
}
