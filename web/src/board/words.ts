import type { Texts } from '../api/types';
import { t } from '../i18n';
import { meant } from '../scene/gestures';
import type { Scene } from '../scene/types';
import { say } from '../state/games';
import type { BoardModel } from './model';

/** What is at a place, in words, and what can be done with it. */
export function placeWords(model: BoardModel, texts: Texts | undefined, id: string): string {
  const scene = model.scene.value;
  const shape = scene?.shapes.find((other) => other.id === id);
  if (!scene || !shape) return '';
  const standing = scene.shapes.filter((other) => other.at === id && other.words && other.role !== 'spot');
  const pieces = standing.filter((other) => other.role === 'piece' || other.owner != null);
  const named = [...(pieces.length > 0 ? pieces : [shape]), ...standing.filter((other) => !pieces.includes(other))];
  const words = named.map((other) => say(texts, other.words)).filter(Boolean);
  const { next } = model.progress.value;
  const own = meant(scene, shape, new Set(next.keys()));
  const picked = model.picked.value;
  if (picked.includes(own) || standing.some((other) => picked.includes(other.id))) words.push(t('board.picked'));
  else if (next.has(own)) {
    // What a gesture begins with can be picked up, unless nothing is there: then something comes there.
    const empty = scene.shapes.find((other) => other.id === own)?.role === 'spot';
    words.push(t(picked.length > 0 || next.get(own) !== null || empty ? 'board.target' : 'board.movable'));
  }
  return words.join(', ');
}

/** All pieces on the board by owner, for those who cannot see it. */
export function sceneWords(scene: Scene, texts: Texts | undefined): string[] {
  return scene.shapes
    .filter((shape) => (shape.role === 'piece' || shape.role === 'mark') && shape.words)
    .map((shape) => say(texts, shape.words))
    .filter(Boolean);
}
