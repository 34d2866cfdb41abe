import type { Scene } from '../scene/types';
import { settings } from '../state/settings';
import { SceneView, viewBox } from './SceneView';
import './Miniature.css';

/** A small board without coordinates or states; without a label it is only decoration. */
export function Miniature({ scene, label }: { scene: Scene | null; label: string }) {
  if (!scene) return <div class="miniature" aria-hidden="true" />;
  const spoken = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <svg class="miniature board-svg" {...spoken} viewBox={viewBox(scene.box)}>
      <SceneView scene={scene} style={settings.value.style} coordinates={false} />
    </svg>
  );
}
