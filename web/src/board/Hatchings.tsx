import { hatchId } from '../scene/look';
import { looks } from '../state/looks';
import { settings } from '../state/settings';
import states from './states.json';

/** The hatchings that tell colours apart without their hue, once for all boards of the page. */
export function Hatchings() {
  if (settings.value.style !== 'patterns') return null;
  return (
    <svg class="hatchings" width="0" height="0" aria-hidden="true">
      {Object.entries(looks.value).map(([game, { hatches }]) => (
        <defs key={game} id={`hatchings-${game}`} data-game={game}>
          {Object.entries(hatches).map(([colour, { d, size, width }]) => (
            <pattern key={colour} id={hatchId(game, colour)} width={size} height={size} patternUnits="userSpaceOnUse">
              <rect width={size} height={size} fill={`var(--${colour}-face)`} />
              <path
                d={d}
                stroke={`var(--${colour}-mark)`}
                stroke-width={width}
                stroke-linecap="round"
                stroke-opacity={states.hatching}
              />
            </pattern>
          ))}
        </defs>
      ))}
    </svg>
  );
}
