/** What the server says and hears: docs/api.md, version 1. */
import type { Look } from '../scene/look';
import type { Aid, Gesture, Marks, Phrase, Scene, Shape, Step, Values } from '../scene/types';

export type OptionValue = string | number | boolean;
export type Options = Readonly<Record<string, OptionValue>>;
export type Language = 'fr' | 'en';

export interface GameOption {
  readonly name: string;
  readonly values: readonly OptionValue[];
  readonly default: OptionValue;
  readonly only: readonly {
    readonly value: OptionValue;
    readonly with: Readonly<Record<string, readonly OptionValue[]>>;
  }[];
}

export interface PlayerInfo {
  readonly name: string;
  readonly colour: string;
}

export interface Game {
  readonly id: string;
  readonly names: Readonly<Record<Language, string>>;
  readonly authors: readonly string[];
  readonly year: number | null;
  readonly rules_version: number;
  readonly players: readonly number[];
  readonly options: readonly GameOption[];
  readonly seats: readonly PlayerInfo[];
  /** Moves from the usual start into the middle of a game, for its picture. */
  readonly showcase: readonly string[];
  readonly look: Look;
}

export interface Figure {
  readonly position: string;
  readonly move?: string;
  readonly caption?: string;
  readonly options?: Options;
}

export interface RuleSection {
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
  readonly figures?: readonly Figure[];
}

export interface Reading {
  readonly anchor: string;
  readonly text: string;
  readonly reason: string;
}

export interface OptionTexts {
  readonly label: string;
  readonly help?: string;
  readonly values?: Readonly<Record<string, string>>;
}

export interface TextTree {
  readonly [key: string]: string | number | boolean | TextTree | readonly unknown[];
}

export interface Texts extends TextTree {
  readonly name: string;
  readonly goal: string;
  readonly length: string;
}

export interface Reason {
  readonly code: string;
  readonly rule: string;
  readonly witness: readonly string[];
  readonly values: Values;
}

export type EndReason = 'rules' | 'repetition' | 'blocked' | 'turn-limit' | 'resigned' | 'agreed' | 'time' | 'absent';

export interface End {
  readonly reason: EndReason;
  readonly player: number | null;
  readonly rule: Reason | null;
  readonly turns: readonly number[];
  readonly places: readonly number[];
  readonly record: string | null;
}

export interface LegalMove {
  readonly move: string;
  readonly gesture: Gesture;
}

export interface LastMove {
  readonly move: string;
  readonly player: number;
  readonly before: string;
  readonly steps: readonly Step[];
  readonly words: readonly Phrase[];
  readonly marks: Marks;
}

export interface Board {
  readonly game: string;
  readonly options: Options;
  readonly position: string;
  readonly players: readonly PlayerInfo[];
  readonly to_act: number | null;
  readonly turn_begins: boolean;
  readonly placed: readonly (number | null)[];
  readonly places: readonly number[] | null;
  readonly scene: Scene;
  readonly moves: readonly LegalMove[];
  readonly aids: readonly Aid[];
  /** What is shown of each player beside the board. Boards kept by an earlier page have none of these. */
  readonly standings?: readonly Standing[];
  /** What a turn consists of where it takes several moves, and which of these comes now. */
  readonly steps?: readonly Phrase[];
  readonly step?: number;
  readonly last: LastMove | null;
  /** If it was asked for: what all moves from a ply on have left, landed and changed together. */
  readonly since?: { readonly ply: number; readonly marks: Marks } | null;
  readonly end: End | null;
}

export interface Standing {
  readonly counts: readonly Phrase[];
  readonly hand: readonly Shape[];
}

export interface Preview {
  readonly move: string;
  readonly steps: readonly Step[];
  readonly words: readonly Phrase[];
  readonly marks: Marks;
  readonly aids: readonly Aid[];
  readonly position: string;
  readonly end: Reason | null;
}

export interface Explanation {
  readonly legal: boolean;
  readonly reason: Reason | null;
}

export interface PositionRequest {
  readonly game: string;
  readonly options?: Options;
  readonly position?: string | null;
  readonly moves?: readonly string[];
}

export type ClockSetup =
  | { readonly kind: 'fischer'; readonly seconds: number; readonly increment: number }
  | { readonly kind: 'sandglass'; readonly seconds: number; readonly each: 'turn' | 'move' }
  | { readonly kind: 'correspondence'; readonly days: number };

export interface Setup {
  readonly game: string;
  readonly options: Options;
  readonly start: string | null;
  readonly players: readonly PlayerInfo[];
  readonly clock: ClockSetup | null;
  readonly order: 'given' | 'random';
  readonly listed: boolean;
  readonly claim_after: number | null;
  readonly created: number;
  /** Whether people who play against each other may ask the computer. */
  readonly hints?: boolean;
}

export interface Seat {
  readonly kind: 'person' | 'computer' | 'open' | 'invited';
  readonly level: number | null;
  readonly guest: string | null;
  readonly name: string | null;
  readonly left: boolean;
}

export type QuestionKind = 'draw' | 'takeback' | 'pause' | 'rematch';

export interface Question {
  readonly what: QuestionKind;
  readonly seat: number;
  readonly number: number;
  readonly waiting: readonly number[];
}

export interface ClockState {
  readonly left: readonly number[];
  readonly running: number | null;
  readonly since: number | null;
}

export type Status = 'open' | 'playing' | 'paused' | 'over' | 'closed';

export interface State {
  readonly number: number;
  readonly board: number;
  readonly status: Status;
  readonly round: number;
  readonly plies: number;
  readonly turn: number;
  readonly to_act: number | null;
  readonly turn_begins: boolean;
  readonly seats: readonly Seat[];
  readonly host: string | null;
  readonly clock: ClockState | null;
  readonly question: Question | null;
  readonly end: End | null;
}

export interface PlayedMove {
  readonly player: number;
  readonly move: string;
  readonly at?: number;
}

export interface TableEvent {
  readonly number: number;
  readonly kind: string;
  readonly at: number;
  readonly player?: number;
  readonly move?: string;
  readonly plies?: number;
  readonly what?: QuestionKind;
  readonly seat?: number;
  readonly yes?: boolean;
  readonly waiting?: readonly number[];
  readonly name?: string | null;
}

export interface Snapshot {
  readonly type: 'snapshot';
  readonly table: string;
  readonly now: number;
  readonly setup: Setup;
  readonly state: State;
  readonly moves: readonly PlayedMove[];
}

export interface Update {
  readonly type: 'update';
  readonly table: string;
  readonly now: number;
  readonly state: State;
  readonly events: readonly TableEvent[];
}

export interface Receipt {
  readonly type: 'receipt';
  readonly table: string;
  readonly request: string;
  readonly number: number;
  readonly now: number;
  readonly state: State;
  readonly events: readonly TableEvent[];
}

export interface Summary {
  readonly table: string;
  readonly game: string;
  readonly options: Options;
  readonly status: Status;
  readonly listed: boolean;
  readonly seats: readonly Seat[];
  readonly to_act: number | null;
  readonly clock: ClockSetup | null;
  readonly deadline: number | null;
  readonly plies: number;
  readonly created: number;
  readonly changed: number;
  readonly host: string | null;
  readonly record: string | null;
}

export interface RecordSummary {
  readonly record: string;
  readonly table: string;
  readonly game: string;
  readonly options: Options;
  readonly players: readonly (string | null)[];
  readonly seat: readonly number[];
  readonly places: readonly number[];
  readonly reason: EndReason;
  readonly plies: number;
  readonly finished: number;
}

export interface Replay {
  readonly record: string | null;
  readonly table: string | null;
  /** The seats that were ours. */
  readonly seat?: readonly number[];
  readonly tags: Readonly<Record<string, string>>;
  readonly game: string;
  readonly options: Options;
  readonly players: readonly PlayerInfo[];
  readonly names: readonly (string | null)[];
  readonly start: string;
  readonly positions: readonly string[];
  readonly moves: readonly {
    readonly player: number;
    readonly move: string;
    readonly turn: number;
    readonly comment?: string;
  }[];
  readonly places: readonly number[] | null;
  readonly end: End | null;
}

export interface Candidate {
  readonly move: string;
  readonly line: readonly string[];
  readonly scores: readonly number[];
}

export interface Analysis {
  readonly done: boolean;
  readonly waiting: number | null;
  readonly candidates: readonly Candidate[];
}

export interface Presence {
  readonly type: 'presence';
  readonly table: string;
  readonly seats: readonly { readonly here: boolean; readonly since: number | null }[];
  readonly watchers: number;
}

/** Whether anyone thinks for computers, and which place in the line the one to act has. */
export interface Computers {
  readonly type: 'computers';
  readonly table: string;
  readonly available: boolean;
  readonly waiting: { readonly place: number; readonly seconds: number } | null;
}

export interface Lobby {
  readonly type: 'lobby';
  readonly tag: string;
  readonly tables: readonly Summary[];
}

export interface GuestInfo {
  readonly guest: string;
  readonly name: string | null;
  readonly token?: string;
}

export type SeatRequest =
  | { readonly kind: 'mine'; readonly name?: string }
  | { readonly kind: 'computer'; readonly level: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'invited' };

export interface CreateRequest {
  readonly request: string;
  readonly game: string;
  readonly options: Options;
  readonly start: string | null;
  readonly seats: readonly SeatRequest[];
  readonly order: 'given' | 'random';
  readonly clock: ClockSetup | null;
  readonly listed: boolean;
  readonly hints: boolean;
}

export type Act =
  | { readonly act: 'sit'; readonly seat: number; readonly name?: string; readonly invitation?: string }
  | {
      readonly act: 'change-seat';
      readonly seat: number;
      readonly to: 'open' | 'invited' | 'computer' | 'mine';
      readonly level?: number;
      readonly name?: string;
    }
  | { readonly act: 'move'; readonly move: string }
  | { readonly act: 'undo' | 'resume' | 'leave' | 'close' }
  | { readonly act: 'resign'; readonly seat?: number }
  | { readonly act: 'ask'; readonly what: QuestionKind; readonly seat?: number }
  | { readonly act: 'answer'; readonly what: QuestionKind; readonly yes: boolean }
  | { readonly act: 'claim'; readonly seat: number; readonly to: 'win' | 'computer'; readonly level?: number }
  | { readonly act: 'rename'; readonly name: string };

export interface ProblemData {
  readonly code: string;
  readonly status?: number;
  readonly title?: string;
  readonly detail?: string;
  readonly reason?: string | Reason | null;
  readonly update?: Update | Snapshot;
  readonly retry_after?: number;
  readonly line?: number | null;
  readonly column?: number | null;
  readonly claimable_at?: number | null;
}
