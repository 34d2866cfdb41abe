import type { Scene, Shape, Step } from './types';

export const LASTING: ReadonlySet<string> = new Set(['piece', 'mark', 'cell']);

export function byStage(steps: readonly Step[]): Step[] {
  return [...steps].sort((one, other) => one.stage - other.stage);
}

/** The pieces, marks and cells of a scene after steps, by id. Steps that do not fit are left out. */
export function applySteps(scene: Scene, steps: readonly Step[]): Map<string, Shape> {
  const shapes = new Map(scene.shapes.filter((shape) => LASTING.has(shape.role)).map((shape) => [shape.id, shape]));
  for (const step of byStage(steps)) {
    if (step.kind !== 'enter') shapes.delete(step.shape);
    if (step.to) shapes.set(step.to.id, step.to);
  }
  return shapes;
}
