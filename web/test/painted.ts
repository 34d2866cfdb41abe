/** What the page draws, as the list of what is painted: where, with what. */
import type { ComponentChildren } from 'preact';

export interface Painted {
  readonly tag: string;
  readonly what: readonly (string | null)[];
  readonly matrix: readonly number[];
  readonly fill: unknown;
  readonly stroke: unknown;
  readonly width: number | null;
  readonly dash: string | null;
  readonly cap: string;
  readonly opacity: number;
}

type Matrix = readonly [number, number, number, number, number, number];
type Props = Readonly<Record<string, unknown>> & { readonly children?: ComponentChildren };

const SAME: Matrix = [1, 0, 0, 1, 0, 0];

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, m]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f];
}

function matrix(text: string): Matrix {
  let found = SAME;
  for (const [, name, given = ''] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [x = 0, y] = given.split(' ').map(Number);
    const turn = (x * Math.PI) / 180;
    if (name === 'translate') found = times(found, [1, 0, 0, 1, x, y ?? 0]);
    else if (name === 'scale') found = times(found, [x, 0, 0, y ?? x, 0, 0]);
    else found = times(found, [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0]);
  }
  return found;
}

interface Element {
  readonly tag: string;
  readonly props: Props;
  readonly children: readonly (Element | string)[];
}

/** What components without state come to: elements and texts. */
export function elements(node: ComponentChildren): (Element | string)[] {
  if (node == null || typeof node === 'boolean') return [];
  if (Array.isArray(node)) return node.flatMap(elements);
  if (typeof node !== 'object') return [String(node)];
  const { type, props } = node as { type: unknown; props: Props };
  if (typeof type === 'string') return [{ tag: type, props, children: elements(props.children) }];
  const component = type as { (props: Props): ComponentChildren; prototype?: { render?: unknown } };
  if (!component.prototype?.render) return elements(component.name === 'Fragment' ? props.children : component(props));
  const made = new (type as new (props: Props) => { props: Props; render(props: Props): ComponentChildren })(props);
  made.props = props;
  return elements(made.render(props));
}

const WHAT: Readonly<Record<string, readonly string[]>> = {
  path: ['d'],
  circle: ['cx', 'cy', 'r'],
  text: ['x', 'y', 'font-size'],
};

/** All that is painted, in order; `colour` says what a fill or stroke comes to. */
export function painted(node: ComponentChildren, colour: (paint: string) => unknown): Painted[] {
  const found: Painted[] = [];
  const walk = (element: Element | string, outer: Matrix, faint: number): void => {
    if (typeof element === 'string') return;
    const { tag, props, children } = element;
    const text = (name: string) => (props[name] == null ? null : String(props[name]));
    const inner = times(outer, matrix(text('transform') ?? ''));
    const opacity = faint * Number(text('opacity') ?? 1);
    const names = WHAT[tag];
    if (names) {
      const stroke = colour(text('stroke') ?? 'none');
      found.push({
        tag,
        what: [...names.map((name) => text(name) ?? '0'), ...(tag === 'text' ? [children.join('')] : [])],
        matrix: inner,
        fill: colour(text('fill') ?? 'none'),
        stroke,
        width: stroke === 'none' ? null : Number(text('stroke-width') ?? 1),
        dash: text('stroke-dasharray'),
        cap: text('stroke-linecap') ?? 'round',
        opacity,
      });
    } else children.forEach((child) => walk(child, inner, opacity));
  };
  elements(node).forEach((element) => walk(element, SAME, 1));
  return found;
}
