/** The talk over the socket, from what the server says of itself: what may be asked, and by what that is answered. */
import type { Act, AnswerTypes, ClientMessage, Hello, Pong, Told } from './types';

type Without<M, K extends PropertyKey> = M extends unknown ? Omit<M, K> : never;

/** A request; the socket gives it its id. */
export type Asked = Without<Exclude<ClientMessage, Hello | Pong>, 'id'>;
export type Answer<A extends Asked> = Extract<Told, { readonly type: AnswerTypes[A['type']] }>;
/** What one does at a table, apart from when and as which request. */
export type Deed = Without<Act, 'request' | 'expected'>;
