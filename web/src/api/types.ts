/** What the server says and hears. Made by web/make_types.py from tablier.wire: do not edit. */

export type Act = Sit | ChangeSeat | Move | Undo | Resign | Ask | Answer | Resume | Leave | Claim | Rename | Close;

/**
 * What a drawing points out on the ground, below the pieces: while one of `shapes` is picked up or, when it comes with a
 * move, while that is previewed. `line` is a path drawn as a thin outline, `area` one that is tinted; both are in the scene's
 * own units and turn with the board.
 */
export interface Aid {
  readonly shapes?: readonly string[];
  readonly line?: string;
  readonly area?: string;
}

/** What the computer thinks of a position. */
export interface AnalysePosition {
  readonly seconds?: number;
  readonly level?: number | null;
  readonly best?: number;
  readonly game: string;
  readonly options?: Options;
  readonly position?: string | null;
  readonly moves?: readonly string[];
  readonly id: number | string;
  readonly type: 'analyse';
  readonly token?: string | null;
}

/** What the computer thinks of the position a table is at. */
export interface AnalyseTable {
  readonly seconds?: number;
  readonly level?: number | null;
  readonly best?: number;
  readonly id: number | string;
  readonly type: 'analyse';
  readonly table: string;
  readonly token?: string | null;
}

/** What the computer thinks so far. */
export interface Analysis {
  readonly done: boolean;
  readonly player: number | null;
  readonly nodes: number;
  readonly seconds: number;
  readonly depth: number;
  readonly waiting: number | null;
  readonly candidates: readonly Candidate[];
}

/** What the computer thinks of a position. */
export interface AnalysisRequest {
  readonly seconds?: number;
  readonly level?: number | null;
  readonly best?: number;
  readonly game: string;
  readonly options?: Options;
  readonly position?: string | null;
  readonly moves?: readonly string[];
}

/** What the computer thinks so far. */
export interface AnalysisTold {
  readonly done: boolean;
  readonly player: number | null;
  readonly nodes: number;
  readonly seconds: number;
  readonly depth: number;
  readonly waiting: number | null;
  readonly candidates: readonly Candidate[];
  readonly type: 'analysis';
}

/** Answer what was asked. */
export interface Answer {
  readonly request: string;
  readonly expected: number;
  readonly act: 'answer';
  readonly what: QuestionKind;
  readonly yes: boolean;
}

/** An answer to what was asked. */
export interface Answered {
  readonly number: number;
  readonly at: number;
  readonly kind: 'answered';
  readonly what: QuestionKind;
  readonly seat: number;
  readonly yes: boolean;
}

/** Ask the others. */
export interface Ask {
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'ask';
  readonly what: QuestionKind;
  readonly seat?: number | null;
}

/** Do something at a table. The fields of the act stand beside these; it is read apart, as over HTTP. */
export type AskAct = {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'sit';
  readonly seat: number;
  readonly name?: string | null;
  readonly invitation?: string | null;
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'change-seat';
  readonly seat: number;
  readonly to: 'open' | 'invited' | 'computer' | 'mine';
  readonly level?: number | null;
  readonly name?: string | null;
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected: number;
  readonly act: 'move';
  readonly move: string;
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'undo';
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'resign';
  readonly seat?: number | null;
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'ask';
  readonly what: QuestionKind;
  readonly seat?: number | null;
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected: number;
  readonly act: 'answer';
  readonly what: QuestionKind;
  readonly yes: boolean;
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'resume';
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'leave';
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'claim';
  readonly seat: number;
  readonly to: 'win' | 'computer';
  readonly level?: number | null;
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'rename';
  readonly name: string;
} | {
  readonly id: number | string;
  readonly type: 'act';
  readonly table: string;
  readonly token?: string | null;
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'close';
};

/** The Board of a table's present round after so many moves. */
export interface AskBoard {
  readonly id: number | string;
  readonly type: 'board';
  readonly table: string;
  readonly ply?: number | null;
  readonly since?: number | null;
}

/** Why something that was tried is not legal. */
export interface AskExplanation {
  readonly game: string;
  readonly options?: Options;
  readonly position?: string | null;
  readonly moves?: readonly string[];
  readonly tried: TriedMove | TriedGesture;
  readonly id: number | string;
  readonly type: 'explain';
}

/** The lobby, and from now on all changes of it. */
export interface AskLobby {
  readonly id: number | string;
  readonly type: 'lobby';
}

/** The Board of a position. */
export interface AskPosition {
  readonly game: string;
  readonly options?: Options;
  readonly position?: string | null;
  readonly moves?: readonly string[];
  readonly id: number | string;
  readonly type: 'position';
}

/** What a legal move would do. */
export interface AskPreview {
  readonly game: string;
  readonly options?: Options;
  readonly position?: string | null;
  readonly moves?: readonly string[];
  readonly move: string;
  readonly id: number | string;
  readonly type: 'preview';
}

/** Something was asked of others. */
export interface AskedFor {
  readonly number: number;
  readonly at: number;
  readonly kind: 'asked';
  readonly what: QuestionKind;
  readonly seat: number;
  readonly waiting: readonly number[];
}

/** A position with all that is needed to show it and to play. */
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
  readonly standings: readonly Standing[];
  readonly steps: readonly Phrase[];
  readonly step: number;
  readonly moves: readonly LegalMove[];
  readonly aids: readonly Aid[];
  readonly last: LastMove | null;
  readonly since: Since | null;
  readonly end: End | null;
}

/** A table's Board. */
export interface BoardTold {
  readonly type: 'board';
  readonly table: string;
  readonly number: number;
  readonly ply: number;
  readonly board: Board;
}

/** End an analysis. */
export interface Cancel {
  readonly id: number | string;
  readonly type: 'cancel';
  readonly of: number | string;
}

/** A move the computer thinks of. */
export interface Candidate {
  readonly move: string;
  readonly line: readonly string[];
  readonly scores: readonly number[];
  readonly wins: readonly number[];
  readonly visits: number;
  readonly depth: number;
  readonly proof: Proof | null;
}

/** The host makes something else of a seat. */
export interface ChangeSeat {
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'change-seat';
  readonly seat: number;
  readonly to: 'open' | 'invited' | 'computer' | 'mine';
  readonly level?: number | null;
  readonly name?: string | null;
}

/** A circle at (x, y) relative to the shape's place; the rest as for `Path`. */
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly fill?: string | null;
  readonly stroke?: string | null;
  readonly width?: number;
  readonly dash?: string | null;
  readonly opacity?: number;
  readonly drop?: number;
  readonly kind: 'circle';
}

/** Claim an absent player's seat. */
export interface Claim {
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'claim';
  readonly seat: number;
  readonly to: 'win' | 'computer';
  readonly level?: number | null;
}

/** An absent player's seat was claimed. */
export interface Claimed {
  readonly number: number;
  readonly at: number;
  readonly kind: 'claimed';
  readonly seat: number;
  readonly by: number;
  readonly to: 'win' | 'computer';
  readonly level: number | null;
}

export type ClientMessage = Hello | Watch | Unwatch | AskAct | AskBoard | AskPosition | AskPreview | AskExplanation | AskLobby | Unlobby | AnalysePosition | AnalyseTable | Cancel | Ping | Pong;

export type ClockRequest = FischerRequest | SandglassRequest | CorrespondenceRequest;

export type ClockSetup = Fischer | Sandglass | Correspondence;

/** The clocks, as they were at `since`. */
export interface ClockState {
  readonly left: readonly number[];
  readonly running: number | null;
  readonly since: number | null;
}

/** Close the table. */
export interface Close {
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'close';
}

/** The table was closed. */
export interface Closed {
  readonly number: number;
  readonly at: number;
  readonly kind: 'closed';
}

/** CSS colours by role, for each theme. */
export interface Colours {
  readonly light: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
}

/** A seat for a computer. */
export interface ComputerSeat {
  readonly kind: 'computer';
  readonly level: number;
}

/** Whether anyone thinks for computers, and which place in the line the one to act has. */
export interface Computers {
  readonly type: 'computers';
  readonly table: string;
  readonly available: boolean;
  readonly waiting: Waiting | null;
}

/** So many days for each turn. */
export interface Correspondence {
  readonly kind: 'correspondence';
  readonly days: number;
}

/** So many days for each turn. */
export interface CorrespondenceRequest {
  readonly kind: 'correspondence';
  readonly days: number;
}

/** The table was made. */
export interface Created {
  readonly number: number;
  readonly at: number;
  readonly kind: 'created';
  readonly setup: Setup;
  readonly seats: readonly Seat[];
  readonly host: string;
}

/** How a game ended. */
export interface End {
  readonly reason: EndReason;
  readonly player: number | null;
  readonly rule: Reason | null;
  readonly turns: readonly number[];
  readonly places: readonly number[];
  readonly record: string | null;
}

export type EndReason = 'rules' | 'repetition' | 'blocked' | 'turn-limit' | 'resigned' | 'agreed' | 'time' | 'absent';

/** The game ended. */
export interface Ended {
  readonly number: number;
  readonly at: number;
  readonly reason: EndReason;
  readonly player: number | null;
  readonly rule: Reason | null;
  readonly turns: readonly number[];
  readonly places: readonly number[];
  readonly record: string | null;
  readonly kind: 'ended';
}

/** A table's history. */
export interface Events {
  readonly events: readonly TableEvent[];
}

/** Whether what was tried is legal, and why not. */
export interface Explanation {
  readonly legal: boolean;
  readonly reason: Reason | null;
}

/** Something tried in a position. */
export interface ExplanationRequest {
  readonly game: string;
  readonly options?: Options;
  readonly position?: string | null;
  readonly moves?: readonly string[];
  readonly tried: TriedMove | TriedGesture;
}

/** Whether what was tried is legal, and why not. */
export interface ExplanationTold {
  readonly legal: boolean;
  readonly reason: Reason | null;
  readonly type: 'explanation';
}

/** A position that a rule is shown on. */
export interface Figure {
  readonly position: string;
  readonly move?: string;
  readonly caption?: string;
  readonly options?: Options;
}

/** So many seconds a game and, after each turn, a few more. */
export interface Fischer {
  readonly kind: 'fischer';
  readonly seconds: number;
  readonly increment: number;
}

/** So many seconds a game and, after each turn, a few more. */
export interface FischerRequest {
  readonly kind: 'fischer';
  readonly seconds: number;
  readonly increment?: number;
}

/** A seat for anyone, or for someone invited. */
export interface FreeSeat {
  readonly kind: 'open' | 'invited';
}

/** A game that can be played here. */
export interface Game {
  readonly id: string;
  readonly names: Readonly<Record<string, string>>;
  readonly authors: readonly string[];
  readonly year: number | null;
  readonly rules_version: number;
  readonly players: readonly number[];
  readonly options: readonly GameOption[];
  readonly seats: readonly PlayerInfo[];
  readonly showcase: readonly string[];
  readonly look: GameLook;
}

/** What a game's board and pieces are made of: CSS colours by theme and role, hatchings and tokens by colour of pieces. */
export interface GameLook {
  readonly colours: Colours;
  readonly contrast: Colours;
  readonly hatches: Readonly<Record<string, HatchLines>>;
  readonly tokens: Readonly<Record<string, Shape>>;
}

/** An option of a game. */
export interface GameOption {
  readonly name: string;
  readonly values: readonly OptionValue[];
  readonly default: OptionValue;
  readonly only: readonly Restriction[];
}

/** All games. */
export interface Games {
  readonly games: readonly Game[];
}

/** How a person plays a move: the shapes pointed at, in order, then a choice where that is not enough. */
export interface Gesture {
  readonly shapes: readonly string[];
  readonly choice?: string | null;
}

/** A guest. */
export interface Guest {
  readonly guest: string;
  readonly name: string | null;
  readonly created: number;
}

/** A new guest. */
export interface GuestRequest {
  readonly name?: string | null;
}

/** A guest's tables. */
export interface GuestTables {
  readonly tables: readonly Summary[];
  readonly before: string | null;
}

/** Lines that repeat every `size` units. */
export interface HatchLines {
  readonly d: string;
  readonly size: number;
  readonly width: number;
}

/** The first message: who speaks. */
export interface Hello {
  readonly type: 'hello';
  readonly version: number;
  readonly token?: string | null;
  readonly id?: number | string | null;
}

/** Whether who holds a seat is connected; since when they are not. */
export interface Here {
  readonly here: boolean;
  readonly since: number | null;
}

/** One thing that is wrong in a request. */
export interface Incorrect {
  readonly at: string;
  readonly message: string;
}

/** About the server. */
export interface Info {
  readonly version: string;
  readonly api: 1;
  readonly languages: readonly string[];
  readonly levels: readonly number[];
  readonly now: number;
  readonly limits: Limits;
  readonly claim_after: number;
}

/** A secret that lets its holder take a seat. */
export interface Invitation {
  readonly invitation: string;
}

/** The move that led here. */
export interface LastMove {
  readonly move: string;
  readonly steps: readonly Step[];
  readonly words: readonly Phrase[];
  readonly marks: Marks;
  readonly player: number;
  readonly before: string;
}

/** Give up all own seats. */
export interface Leave {
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'leave';
}

/** Someone left their seat. */
export interface Left {
  readonly number: number;
  readonly at: number;
  readonly kind: 'left';
  readonly seat: number;
}

/** A legal move and how a person plays it. */
export interface LegalMove {
  readonly move: string;
  readonly gesture: Gesture;
}

/** What is too much. */
export interface Limits {
  readonly message_bytes: number;
  readonly body_bytes: number;
  readonly name_length: number;
  readonly open_tables: number;
}

/** Listed tables with an open seat. */
export interface Lobby {
  readonly tag: string;
  readonly tables: readonly Summary[];
}

/** The lobby as the socket tells of it. */
export interface LobbyNews {
  readonly tag: string;
  readonly tables: readonly Summary[];
  readonly type: 'lobby';
}

/**
 * What a drawing points out, as ids of shapes: the last move (`left`, `landed`, `changed` by it), what can be done now
 * (`selected`, `targets`), what shows why something cannot be (`witness`), where the keyboard is (`focus`).
 */
export interface Marks {
  readonly left?: readonly string[];
  readonly landed?: readonly string[];
  readonly changed?: readonly string[];
  readonly selected?: readonly string[];
  readonly targets?: readonly string[];
  readonly witness?: readonly string[];
  readonly focus?: readonly string[];
}

/** Play a move. */
export interface Move {
  readonly request: string;
  readonly expected: number;
  readonly act: 'move';
  readonly move: string;
}

/** A move was played. */
export interface Moved {
  readonly number: number;
  readonly at: number;
  readonly kind: 'moved';
  readonly player: number;
  readonly move: string;
  readonly plies: number;
  readonly spent: number | null;
  readonly lag?: number;
  readonly waited?: number;
}

/** A new name; null takes it away. */
export interface NameRequest {
  readonly name: string | null;
}

/** A new guest and their secret. */
export interface NewGuest {
  readonly guest: string;
  readonly name: string | null;
  readonly token: string;
}

/** A table to be made, one seat a player of the game. */
export interface NewTable {
  readonly request: string;
  readonly game: string;
  readonly options?: Options;
  readonly start?: string | null;
  readonly seats: readonly SeatRequest[];
  readonly order?: 'given' | 'random';
  readonly clock?: ClockRequest | null;
  readonly listed?: boolean;
  readonly claim_after?: number | null;
  readonly hints?: boolean;
}

/** A secret. */
export interface NewToken {
  readonly token: string;
}

/** Done. */
export interface Ok {
  readonly type: 'ok';
}

/** What an option is called. */
export interface OptionTexts {
  readonly label: string;
  readonly help?: string;
  readonly values?: Readonly<Record<string, string>>;
}

export type OptionValue = boolean | number | string;

export type Options = Readonly<Record<string, OptionValue>>;

/** Time that is charged to nobody: the server was down. */
export interface Outage {
  readonly number: number;
  readonly at: number;
  readonly kind: 'outage';
  readonly since: number;
  readonly down: number;
}

/** A seat for someone at this browser. */
export interface OwnSeat {
  readonly kind: 'mine';
  readonly name?: string | null;
}

/**
 * An SVG path relative to the shape's place; `fill` and `stroke` are colour roles. Ends and joins are round.
 *
 * `drop` moves the part down the screen however the shape is turned: for sides and shadows, which always lie below.
 */
export interface Path {
  readonly d: string;
  readonly fill?: string | null;
  readonly stroke?: string | null;
  readonly width?: number;
  readonly dash?: string | null;
  readonly opacity?: number;
  readonly drop?: number;
  readonly kind: 'path';
}

/** The game was paused. */
export interface Paused {
  readonly number: number;
  readonly at: number;
  readonly kind: 'paused';
  readonly seat: number;
}

/** Something to say: a key of the game's texts and what fills its gaps. A value that starts with "@" is itself a key. */
export interface Phrase {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Is anyone there? */
export interface Ping {
  readonly id: number | string;
  readonly type: 'ping';
}

/** To be answered with `pong` at once. */
export interface Pinged {
  readonly type: 'ping';
  readonly n: number;
}

/** A move played. */
export interface PlayedMove {
  readonly player: number;
  readonly move: string;
  readonly at: number;
}

/** A player of a game: the keys of its name and of its colour. */
export interface PlayerInfo {
  readonly name: string;
  readonly colour: string;
}

/** The answer to the server's own `ping`. */
export interface Pong {
  readonly type: 'pong';
  readonly n: number;
}

/** The answer to a client's `ping`. */
export interface Ponged {
  readonly type: 'pong';
  readonly now: number;
}

/** A position: from `position` (the start when left out) the `moves` are played. */
export interface PositionRequest {
  readonly game: string;
  readonly options?: Options;
  readonly position?: string | null;
  readonly moves?: readonly string[];
}

/** A position's Board. */
export interface PositionTold {
  readonly type: 'position';
  readonly board: Board;
}

/** Who is connected. */
export interface Presence {
  readonly type: 'presence';
  readonly table: string;
  readonly seats: readonly Here[];
  readonly watchers: number;
}

/** What a legal move would do. */
export interface Preview {
  readonly move: string;
  readonly steps: readonly Step[];
  readonly words: readonly Phrase[];
  readonly marks: Marks;
  readonly aids: readonly Aid[];
  readonly position: string;
  readonly end: Reason | null;
}

/** A legal move of a position. */
export interface PreviewRequest {
  readonly game: string;
  readonly options?: Options;
  readonly position?: string | null;
  readonly moves?: readonly string[];
  readonly move: string;
}

/** What a legal move would do. */
export interface PreviewTold {
  readonly type: 'preview';
  readonly preview: Preview;
}

/** Why a request is refused; further fields by code. */
export interface ProblemData {
  readonly status: number;
  readonly code: 'invalid-request' | 'bad-value' | 'token-required' | 'token-unknown' | 'forbidden' | 'banned' | 'bad-origin' | 'bad-host' | 'not-found' | 'method-not-allowed' | 'gone' | 'too-large' | 'stale' | 'request-reused' | 'not-now' | 'illegal-move' | 'rate-limited' | 'busy' | 'no-engine' | 'unavailable' | 'stopping' | 'wrong-version' | 'server-error';
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly Incorrect[];
  readonly reason?: Reason | 'not-playing' | 'not-open' | 'over' | 'not-over' | 'paused' | 'not-paused' | 'closed' | 'not-your-turn' | 'seat-taken' | 'seat-not-held' | 'nothing-to-undo' | 'question-stands' | 'no-question' | 'asked-already' | 'computer-declines' | 'several-players' | 'not-absent' | 'no-people' | 'no-hints' | 'flagged' | 'no-time' | 'too-many-tables' | 'too-many-top-tables' | 'too-many-listed' | 'too-many-tokens' | 'table-full' | 'too-many-renames' | null;
  readonly update?: Snapshot | Update;
  readonly retry_after?: number;
  readonly incident?: string;
  readonly line?: number | null;
  readonly column?: number | null;
  readonly claimable_at?: number | null;
  readonly versions?: readonly number[];
  readonly type: 'about:blank';
}

/** What is certain. */
export interface Proof {
  readonly outcome: 'wins' | 'loses';
  readonly moves: number;
  readonly turns: number;
}

/** Something asked that waits for answers. */
export interface Question {
  readonly what: QuestionKind;
  readonly seat: number;
  readonly number: number;
  readonly waiting: readonly number[];
}

export type QuestionKind = 'draw' | 'takeback' | 'pause' | 'rematch';

/** Which request a message answers; what comes unasked has none. */
export interface Re {
  readonly re?: number | string;
}

/** How something that the rules leave open is read here, and why. */
export interface Reading {
  readonly anchor: string;
  readonly text: string;
  readonly reason: string;
}

/** Why something is so, by code. */
export interface Reason {
  readonly code: string;
  readonly rule: string;
  readonly witness: readonly string[];
  readonly values: Values;
}

/** An act was done and stored. */
export interface Receipt {
  readonly type: 'receipt';
  readonly table: string;
  readonly request: string;
  readonly number: number;
  readonly now: number;
  readonly state: State;
  readonly events: readonly TableEvent[];
}

/** A record in its text or JSON form. */
export interface RecordRequest {
  readonly text: string;
}

/** A finished game in a list. */
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

/** A guest's finished games. */
export interface Records {
  readonly records: readonly RecordSummary[];
  readonly before: string | null;
}

/** The same on the socket. */
export interface Refusal {
  readonly status: number;
  readonly code: 'invalid-request' | 'bad-value' | 'token-required' | 'token-unknown' | 'forbidden' | 'banned' | 'bad-origin' | 'bad-host' | 'not-found' | 'method-not-allowed' | 'gone' | 'too-large' | 'stale' | 'request-reused' | 'not-now' | 'illegal-move' | 'rate-limited' | 'busy' | 'no-engine' | 'unavailable' | 'stopping' | 'wrong-version' | 'server-error';
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly Incorrect[];
  readonly reason?: Reason | 'not-playing' | 'not-open' | 'over' | 'not-over' | 'paused' | 'not-paused' | 'closed' | 'not-your-turn' | 'seat-taken' | 'seat-not-held' | 'nothing-to-undo' | 'question-stands' | 'no-question' | 'asked-already' | 'computer-declines' | 'several-players' | 'not-absent' | 'no-people' | 'no-hints' | 'flagged' | 'no-time' | 'too-many-tables' | 'too-many-top-tables' | 'too-many-listed' | 'too-many-tokens' | 'table-full' | 'too-many-renames' | null;
  readonly update?: Snapshot | Update;
  readonly retry_after?: number;
  readonly incident?: string;
  readonly line?: number | null;
  readonly column?: number | null;
  readonly claimable_at?: number | null;
  readonly versions?: readonly number[];
  readonly type: 'problem';
}

/** Change one's name at this table. */
export interface Rename {
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'rename';
  readonly name: string;
}

/** Someone has another name; none when it was taken away. */
export interface Renamed {
  readonly number: number;
  readonly at: number;
  readonly kind: 'renamed';
  readonly seat: number;
  readonly name: string | null;
}

/** A record, played through. */
export interface Replay {
  readonly record: string | null;
  readonly table: string | null;
  readonly seat: readonly number[];
  readonly tags: Readonly<Record<string, string>>;
  readonly game: string;
  readonly options: Options;
  readonly players: readonly PlayerInfo[];
  readonly names: readonly (string | null)[];
  readonly start: string;
  readonly positions: readonly string[];
  readonly moves: readonly ReplayMove[];
  readonly places: readonly number[] | null;
  readonly end: End | null;
}

/** A move of a record. */
export interface ReplayMove {
  readonly player: number;
  readonly move: string;
  readonly turn: number;
  readonly comment?: string;
}

/** Give up. */
export interface Resign {
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'resign';
  readonly seat?: number | null;
}

/** A value that is possible only with some values of other options. */
export interface Restriction {
  readonly value: OptionValue;
  readonly with: Readonly<Record<string, readonly OptionValue[]>>;
}

/** Play on after a pause. */
export interface Resume {
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'resume';
}

/** The game goes on. */
export interface Resumed {
  readonly number: number;
  readonly at: number;
  readonly kind: 'resumed';
  readonly seat: number;
}

/** A section of the rules. */
export interface RuleSection {
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
  readonly figures?: readonly Figure[];
}

/** So many seconds for each turn, or each move. */
export interface Sandglass {
  readonly kind: 'sandglass';
  readonly seconds: number;
  readonly each: 'turn' | 'move';
}

/** So many seconds for each turn, or each move. */
export interface SandglassRequest {
  readonly kind: 'sandglass';
  readonly seconds: number;
  readonly each?: 'turn' | 'move';
}

/**
 * A position as it is drawn. Shapes come in drawing order, ids are unique.
 *
 * `box` is the whole view (x, y, width, height), `tight` the one for small screens. `views` says by how many degrees
 * (clockwise) the board is turned for each player's own view, `turns` by how many it may be turned besides, because it then
 * looks as it did. `character` is the size of one terminal character. `look` is the game's: whoever gets a scene as data
 * gets it with the game, not with every scene.
 */
export interface Scene {
  readonly box: readonly [number, number, number, number];
  readonly tight: readonly [number, number, number, number];
  readonly shapes: readonly Shape[];
  readonly views: readonly number[];
  readonly character: readonly [number, number];
  readonly turns?: readonly number[];
}

/** A seat. */
export interface Seat {
  readonly kind: 'person' | 'computer' | 'open' | 'invited';
  readonly level: number | null;
  readonly guest: string | null;
  readonly name: string | null;
  readonly left: boolean;
}

/** The host made something else of a seat, before the start. */
export interface SeatChanged {
  readonly number: number;
  readonly at: number;
  readonly kind: 'seat-changed';
  readonly seat: number;
  readonly to: 'person' | 'computer' | 'open' | 'invited';
  readonly level: number | null;
}

export type SeatRequest = OwnSeat | ComputerSeat | FreeSeat;

/** Someone sat down. */
export interface Seated {
  readonly number: number;
  readonly at: number;
  readonly kind: 'seated';
  readonly seat: number;
  readonly guest: string;
  readonly name: string | null;
}

export type ServerMessage = Welcome | Ok | Refusal | Snapshot | Update | Receipt | BoardTold | PositionTold | PreviewTold | ExplanationTold | AnalysisTold | LobbyNews | Presence | Computers | Ponged | Pinged;

/** How a table is set up. */
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
  readonly hints?: boolean;
}

/**
 * One thing on the board.
 *
 * `at` is the id of the cell or spot it stands on (pieces and marks). `place` is where its parts' origin lies, `angle` how
 * far they are turned clockwise, in degrees from 0 up to but not including 360. `turns` says that the shape turns with the
 * board (cells, plates, rods); other shapes only change place and stay upright, and those of role board stay where they
 * are (a slab that looks the same in each of the board's views), as do those that are `fixed` (trays beside the board).
 * `outline` is the path of the rings that mark it (selected, last move, witness), relative to its place and turned as its
 * parts. `owner` is the player it belongs to. `glyph` is how a terminal shows it: rows of characters, centred on its place;
 * a space leaves what lies below. `words` names it for those who cannot see it. `names` is for labels: the ids of what this
 * one names; such a label lies on top and is shown only while one of them is pointed at, or where all names are wanted.
 */
export interface Shape {
  readonly id: string;
  readonly role: 'board' | 'cell' | 'spot' | 'piece' | 'mark' | 'label';
  readonly place: readonly [number, number];
  readonly parts?: readonly (Path | Circle | Text)[];
  readonly angle?: number;
  readonly turns?: boolean;
  readonly at?: string | null;
  readonly owner?: number | null;
  readonly outline?: string;
  readonly glyph?: readonly string[];
  readonly words?: Phrase | null;
  readonly fixed?: boolean;
  readonly names?: readonly string[];
}

/** What the moves from a ply on have left, landed and changed, all together. */
export interface Since {
  readonly ply: number;
  readonly marks: Marks;
}

/** Take a seat before the start, or again after having left it. */
export interface Sit {
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'sit';
  readonly seat: number;
  readonly name?: string | null;
  readonly invitation?: string | null;
}

/** All there is to know of a table. */
export interface Snapshot {
  readonly type: 'snapshot';
  readonly table: string;
  readonly now: number;
  readonly setup: Setup;
  readonly state: State;
  readonly moves: readonly PlayedMove[];
}

/** What is shown of a player beside the board. */
export interface Standing {
  readonly counts: readonly Phrase[];
  readonly hand: readonly Shape[];
}

/** A game began; the seats are in playing order. */
export interface Started {
  readonly number: number;
  readonly at: number;
  readonly kind: 'started';
  readonly round: number;
  readonly seats: readonly Seat[];
}

/** How a table stands. */
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

export type Status = 'open' | 'playing' | 'paused' | 'over' | 'closed';

/**
 * One change of one shape. `shape` is its id before (for enter: the new id), `to` the shape afterwards, None when gone.
 *
 * Steps with the same `stage` happen together, stages one after another. `path` holds the way-points from the first place
 * to the last, both included (arc, hop, slide, leave). `angle` is signed, clockwise, in degrees.
 */
export interface Step {
  readonly kind: 'arc' | 'hop' | 'slide' | 'swing' | 'turn' | 'flip' | 'leave' | 'enter';
  readonly shape: string;
  readonly to: Shape | null;
  readonly stage: number;
  readonly path?: readonly (readonly [number, number])[];
  readonly pivot?: readonly [number, number] | null;
  readonly angle?: number;
}

/** A table in a list. */
export interface Summary {
  readonly table: string;
  readonly game: string;
  readonly options: Options;
  readonly status: Status;
  readonly listed: boolean;
  readonly hints: boolean;
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

/** What the computer thinks of the position a table is at. */
export interface TableAnalysisRequest {
  readonly seconds?: number;
  readonly level?: number | null;
  readonly best?: number;
}

export type TableEvent = Created | Seated | SeatChanged | Started | Moved | Undone | Tookback | AskedFor | Answered | Paused | Resumed | Left | Claimed | Renamed | Ended | Outage | Closed;

/** A short text centred at (x, y) relative to the shape's place, `size` units high. */
export interface Text {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly fill?: string;
  readonly kind: 'text';
}

/** A game's whole catalogue in a language. Further keys are found by the dotted keys of phrases and reasons. */
export interface Texts {
  readonly name: string;
  readonly forms: Readonly<Record<string, string>>;
  readonly goal: string;
  readonly length: string;
  readonly players: Readonly<Record<string, string>>;
  readonly rules: readonly RuleSection[];
  readonly options?: Readonly<Record<string, OptionTexts>>;
  readonly words?: Readonly<Record<string, unknown>>;
  readonly reasons?: Readonly<Record<string, unknown>>;
  readonly endings?: Readonly<Record<string, unknown>>;
  readonly events?: Readonly<Record<string, unknown>>;
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly readings?: readonly Reading[];
  readonly printing?: readonly (readonly [string, string])[];
}

/** A turn was taken back, as agreed. */
export interface Tookback {
  readonly number: number;
  readonly at: number;
  readonly kind: 'tookback';
  readonly plies: number;
}

/** A gesture, which may be unfinished. */
export interface TriedGesture {
  readonly gesture: Gesture;
}

/** A move's text. */
export interface TriedMove {
  readonly move: string;
}

/** Take back one's last move within one's own turn. */
export interface Undo {
  readonly request: string;
  readonly expected?: number | null;
  readonly act: 'undo';
}

/** Someone took back their last move within their turn. */
export interface Undone {
  readonly number: number;
  readonly at: number;
  readonly kind: 'undone';
  readonly player: number;
  readonly plies: number;
}

/** No more news of the lobby. */
export interface Unlobby {
  readonly id: number | string;
  readonly type: 'unlobby';
}

/** No more news of a table. */
export interface Unwatch {
  readonly id: number | string;
  readonly type: 'unwatch';
  readonly table: string;
}

/** What happened at a table. */
export interface Update {
  readonly type: 'update';
  readonly table: string;
  readonly now: number;
  readonly state: State;
  readonly events: readonly TableEvent[];
}

export type Values = Readonly<Record<string, string | number>>;

/** A place in the line, from 1, and about how many seconds it takes. */
export interface Waiting {
  readonly place: number;
  readonly seconds: number;
}

/** How a table stands, or what came after a number, and from now on all news of it. */
export interface Watch {
  readonly id: number | string;
  readonly type: 'watch';
  readonly table: string;
  readonly after?: number | null;
  readonly token?: string | null;
}

/** The answer to hello. */
export interface Welcome {
  readonly type: 'welcome';
  readonly version: number;
  readonly now: number;
  readonly guest: string | null;
  readonly name: string | null;
  readonly server: string;
}

/** All that comes over the socket. */
export type Told = ServerMessage & Re;

/** The types of the messages that answer each type of request. */
export interface AnswerTypes {
  readonly hello: 'welcome';
  readonly watch: 'snapshot' | 'update';
  readonly unwatch: 'ok';
  readonly act: 'receipt';
  readonly board: 'board';
  readonly position: 'position';
  readonly preview: 'preview';
  readonly explain: 'explanation';
  readonly lobby: 'lobby';
  readonly unlobby: 'ok';
  readonly analyse: 'analysis';
  readonly cancel: 'ok';
  readonly ping: 'pong';
  readonly pong: never;
}
