import type { Board } from '../api/types';
import { whenKnown } from '../state/looks';
import { settings } from '../state/settings';
import { SceneView, viewBox } from './SceneView';
import './Miniature.css';

/** A small board without coordinates or states; without a label it is only decoration. */
export function Miniature({ board, label }: { board: Board | null | undefined; label: string }) {
  if (!board) return <div class="miniature" aria-hidden="true" />;
  const spoken = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <svg
      class="miniature board-svg"
      {...spoken}
      viewBox={viewBox(board.scene.box)}
      data-game={board.game}
      style={whenKnown(board.game)}
    >
      <SceneView scene={board.scene} style={settings.value.style} coordinates={false} />
    </svg>
  );
}
