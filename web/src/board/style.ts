/** How parts look in each board style; the same rules as the server's own drawings. */
import type { Part } from '../scene/types';

export type BoardStyle = 'natural' | 'contrast' | 'patterns' | 'plain';

/** The hatching of each colour that only its hue tells from another: a line, and how far apart its repeats are. */
export const HATCHES: Readonly<Record<string, { readonly d: string; readonly size: number }>> = {
  blue: { d: 'M-1 1L1 -1M0 6L6 0M5 7L7 5', size: 6 },
  yellow: { d: 'M0 2.500H5', size: 5 },
  red: { d: 'M2.500 0V5', size: 5 },
  lilac: { d: 'M1.500 1.500h0M4.500 4.500h0', size: 6 },
};

export function styled(part: Part, style: BoardStyle): Part | null {
  if (part.kind === 'text') return part;
  if (style === 'patterns') return hatched(part);
  if (style === 'plain' && (part.fill ?? part.stroke ?? '').endsWith('.mark')) return null;
  if (style !== 'contrast') return part;
  const strong = (role: string | null | undefined) => (role === 'shadow' || role === 'highlight' ? null : role);
  const [fill, stroke] = [strong(part.fill), strong(part.stroke)];
  const width = part.width ?? 0;
  // Tints go, lines stay and get their full strength. A stroke wider than a line is a body, not an edge.
  const edge = (stroke ?? '').endsWith('.edge') && width < 5;
  return {
    ...part,
    fill: (part.opacity ?? 1) === 1 ? (fill ?? null) : null,
    stroke: stroke ?? null,
    width: edge ? width * 1.5 : width,
    opacity: 1,
  };
}

function hatched(part: Exclude<Part, { kind: 'text' }>): Part {
  const [colour = '', side] = (part.fill ?? '').split('.');
  // A tint of the ground is not a piece.
  return side === 'face' && colour in HATCHES && (part.opacity ?? 1) === 1
    ? { ...part, fill: `${colour}.hatch` }
    : part;
}

export function paint(role: string | null | undefined): string {
  if (!role) return 'none';
  const colour = role.endsWith('.hatch') ? role.slice(0, -'.hatch'.length) : null;
  // Where the hatching is not in the document, the plain face stands in for it.
  return colour ? `url(#hatch-${colour}) var(--${colour}-face)` : `var(--${role.replace('.', '-')})`;
}

export function isShadow(part: Part): boolean {
  return part.fill === 'shadow' || (part.kind !== 'text' && part.stroke === 'shadow');
}

/** Round ends would eat up the gaps between dashes, but dots need them. */
export function cap(dash: string | null | undefined): 'butt' | undefined {
  return dash && Number.parseFloat(dash) >= 1 ? 'butt' : undefined;
}
