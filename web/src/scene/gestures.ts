/** From pointing at shapes to moves: what has been pointed at so far, and what that can still become. */
import type { Gesture, Scene, Shape } from './types';

export interface LegalMove {
  readonly move: string;
  readonly gesture: Gesture;
}

export interface Choice {
  readonly choice: string;
  readonly move: string;
}

export interface Progress {
  /** Shapes that carry the gesture on, each with the move it completes, or null if it does not complete one by itself. */
  readonly next: ReadonlyMap<string, string | null>;
  /** Choices that complete a move now. */
  readonly choices: readonly Choice[];
  /** The move that is complete as it is. */
  readonly complete: string | null;
}

function startsWith(shapes: readonly string[], picked: readonly string[]): boolean {
  return picked.length <= shapes.length && picked.every((id, index) => shapes[index] === id);
}

export function progress(moves: readonly LegalMove[], picked: readonly string[]): Progress {
  const next = new Map<string, string | null>();
  const choices: Choice[] = [];
  let complete: string | null = null;
  for (const { move, gesture } of moves) {
    if (!startsWith(gesture.shapes, picked)) continue;
    const id = gesture.shapes[picked.length];
    if (id === undefined) {
      if (gesture.choice == null) complete = move;
      else choices.push({ choice: gesture.choice, move });
      continue;
    }
    const completes = gesture.shapes.length === picked.length + 1 && gesture.choice == null && !next.has(id);
    next.set(id, completes ? move : null);
  }
  return { next, choices, complete };
}

/**
 * The id a gesture would use for a shape pointed at: itself, or what it stands on, or what stands on it, whichever is among those
 * wanted; else itself.
 */
export function meant(scene: Scene, shape: Shape, wanted: ReadonlySet<string>): string {
  if (wanted.has(shape.id)) return shape.id;
  if (shape.at && wanted.has(shape.at)) return shape.at;
  const standing = scene.shapes.find((other) => other.at === shape.id && wanted.has(other.id));
  return standing?.id ?? shape.id;
}

/** The moves that begin with each shape: what can be picked up at all. */
export function beginnings(moves: readonly LegalMove[]): ReadonlySet<string> {
  return new Set(moves.flatMap(({ gesture }) => gesture.shapes.slice(0, 1)));
}
