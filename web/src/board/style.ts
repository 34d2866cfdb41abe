/** How parts look in each board style; the same rules as the server's own drawings. */
import { variable } from '../scene/look';
import type { Part } from '../scene/types';
import states from './states.json';

export type BoardStyle = 'natural' | 'contrast' | 'patterns' | 'plain';

export function styled(part: Part, style: BoardStyle): Part | null {
  if (part.kind === 'text') return part;
  if (style === 'patterns') return hatched(part);
  if (style === 'plain' && (part.fill ?? part.stroke ?? '').endsWith('.mark')) return null;
  if (style !== 'contrast') return part;
  const strong = (role: string | null | undefined) => (role === 'shadow' || role === 'highlight' ? null : role);
  const [fill, stroke] = [strong(part.fill), strong(part.stroke)];
  const width = part.width ?? 0;
  // Tints go, lines stay and get their full strength. A stroke wider than a line is a body, not an edge.
  const edge = (stroke ?? '').endsWith('.edge') && width < states.thickestEdge;
  return {
    ...part,
    fill: (part.opacity ?? 1) === 1 ? (fill ?? null) : null,
    stroke: stroke ?? null,
    width: edge ? width * states.strongEdge : width,
    opacity: 1,
  };
}

function hatched(part: Exclude<Part, { kind: 'text' }>): Part {
  const [colour = '', side] = (part.fill ?? '').split('.');
  // A tint of the ground is not a piece.
  return side === 'face' && (part.opacity ?? 1) === 1 ? { ...part, fill: `${colour}.hatch` } : part;
}

export function paint(role: string | null | undefined): string {
  if (!role) return 'none';
  // Not every colour has a hatching: some are told by their brightness.
  return role.endsWith('.hatch')
    ? `var(${variable(role)}, var(${variable(role.replace('.hatch', '.face'))}))`
    : `var(${variable(role)})`;
}

export function isShadow(part: Part): boolean {
  return part.fill === 'shadow' || (part.kind !== 'text' && part.stroke === 'shadow');
}

/** Round ends would eat up the gaps between dashes, but dots need them. */
export function cap(dash: string | null | undefined): 'butt' | undefined {
  return dash && Number.parseFloat(dash) >= 1 ? 'butt' : undefined;
}
