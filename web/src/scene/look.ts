/** How a game looks: what its boards are made of and the colours of its pieces, as its definition says. */
import type { GameLook } from '../api/types';

export type Look = GameLook;
export type Theme = 'light' | 'dark';
export type Looks = Readonly<Record<string, Look>>;

export function variable(role: string): string {
  return `--${role.replace('.', '-')}`;
}

export function hatchId(game: string, colour: string): string {
  return `hatch-${game}-${colour}`;
}

/** The looks as rules of CSS: each game's colours hold within what says that it is of this game. */
export function rules(looks: Looks): string {
  return Object.entries(looks)
    .flatMap(([game, { colours, contrast, hatches }]) => {
      const patterns = Object.keys(hatches).map(
        // Where the hatching is not in the document, the plain face stands in for it.
        (colour) => `--${colour}-hatch:url(#${hatchId(game, colour)}) var(--${colour}-face)`,
      );
      const rule = (theme: Theme, style: string, roles: Readonly<Record<string, string>>) => {
        const own = Object.entries(roles).map(([role, colour]) => `${variable(role)}:${colour}`);
        return `:root[data-theme="${theme}"]${style} [data-game="${game}"]{${[...own, ...patterns].join(';')}}`;
      };
      return (['light', 'dark'] as const).flatMap((theme) => [
        rule(theme, '', colours[theme]),
        rule(theme, '[data-style="contrast"]', contrast[theme]),
      ]);
    })
    .join('\n');
}
