import { settings } from '../state/settings';
import { HATCHES } from './style';

/** The hatchings that tell colours apart without their hue, once for all boards of the page. */
export function Hatchings() {
  if (settings.value.style !== 'patterns') return null;
  return (
    <svg class="hatchings" width="0" height="0" aria-hidden="true">
      <defs id="hatchings">
        {Object.entries(HATCHES).map(([colour, { d, size }]) => (
          <pattern key={colour} id={`hatch-${colour}`} width={size} height={size} patternUnits="userSpaceOnUse">
            <rect width={size} height={size} fill={`var(--${colour}-face)`} />
            <path
              d={d}
              stroke={`var(--${colour}-mark)`}
              stroke-width="1.300"
              stroke-linecap="round"
              stroke-opacity="0.600"
            />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}
