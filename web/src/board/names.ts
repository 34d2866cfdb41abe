/** Labels that name single places: shown while these are pointed at or spoken of. */
import type { Scene, Shape } from '../scene/types';
import { byId } from './carriers';

/** The labels that name what is pointed at, or what it stands on. */
export function shownNames(scene: Scene, named: readonly string[]): readonly Shape[] {
  const known = byId(scene);
  const pointed = new Set(named.flatMap((id) => [id, known.get(id)?.at ?? id]));
  return scene.shapes.filter(({ id, names }) => names && (pointed.has(id) || names.some((one) => pointed.has(one))));
}

/** The labels that name single places whose name occurs in a text. */
export function spokenNames(scene: Scene, text: string): string[] {
  if (text === '') return [];
  const occurs = (name: string) => {
    // Numbers are whole numbers: 1,0 is not spoken of in −1,0; letters may follow one another, as b2 and c3 in b2c3.
    const whole = /^[\p{L}]/u.test(name) ? '' : '(?<![\\p{N},−-])';
    return new RegExp(`${whole}${name}(?!\\p{N})`, 'u').test(text);
  };
  return scene.shapes
    .filter(({ names, parts }) => names && parts?.some((part) => part.kind === 'text' && occurs(part.text)))
    .map(({ id }) => id);
}
