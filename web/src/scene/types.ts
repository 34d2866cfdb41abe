/** Drawings as the server describes them; what has its usual value is left out. */

export type Point = readonly [number, number];
export type Box = readonly [number, number, number, number];
export type Values = Readonly<Record<string, string | number>>;

export interface Phrase {
  readonly key: string;
  readonly values?: Values;
}

interface Paint {
  readonly fill?: string | null;
  readonly stroke?: string | null;
  readonly width?: number;
  readonly dash?: string | null;
  readonly opacity?: number;
  readonly drop?: number;
}

export interface PathPart extends Paint {
  readonly kind: 'path';
  readonly d: string;
}

export interface CirclePart extends Paint {
  readonly kind: 'circle';
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface TextPart {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly fill?: string;
}

export type Part = PathPart | CirclePart | TextPart;
export type Role = 'board' | 'cell' | 'spot' | 'piece' | 'mark' | 'label';

export interface Shape {
  readonly id: string;
  readonly role: Role;
  readonly place: Point;
  readonly parts?: readonly Part[];
  readonly angle?: number;
  readonly turns?: boolean;
  readonly at?: string | null;
  readonly owner?: number | null;
  readonly outline?: string;
  readonly words?: Phrase | null;
  readonly fixed?: boolean;
  /** Of a label: what it names. It is shown only while one of these is pointed at or spoken of. */
  readonly names?: readonly string[];
}

export interface Scene {
  readonly box: Box;
  readonly tight: Box;
  readonly shapes: readonly Shape[];
  readonly views: readonly number[];
  /** The angles besides by which the board may be turned, because it then looks as it did. */
  readonly turns?: readonly number[];
}

export interface Gesture {
  readonly shapes: readonly string[];
  readonly choice?: string | null;
}

export type StepKind = 'arc' | 'hop' | 'slide' | 'swing' | 'turn' | 'flip' | 'leave' | 'enter';

export interface Step {
  readonly kind: StepKind;
  readonly shape: string;
  readonly to: Shape | null;
  readonly stage: number;
  readonly path?: readonly Point[];
  readonly pivot?: Point | null;
  readonly angle?: number;
}

/** What helps on the ground, below the pieces: while one of `shapes` is picked up, or with the preview it comes with. */
export interface Aid {
  readonly shapes?: readonly string[];
  /** A path drawn as a thin outline. */
  readonly line?: string;
  /** A path that is tinted. */
  readonly area?: string;
}

/** What a drawing points out, as ids of shapes. */
export interface Marks {
  readonly left?: readonly string[];
  readonly landed?: readonly string[];
  readonly changed?: readonly string[];
  readonly selected?: readonly string[];
  readonly targets?: readonly string[];
  readonly witness?: readonly string[];
  readonly focus?: readonly string[];
}
