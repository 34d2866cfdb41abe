import { expect, type Page, test } from '@playwright/test';
import { ask, base, boardOf, gameIds, newGame, settle, spotOf, watch } from './page';

interface Sample {
  readonly id: string;
  readonly transform: string;
  /** Of what stays on the ground. */
  readonly shadow: string;
  readonly opacity: number;
}

/** Every shape's transform, frame by frame, while something moves on the board. */
async function record(page: Page, selector: string, start: () => Promise<void>): Promise<Sample[][]> {
  await page.evaluate((wanted) => {
    const frames: unknown[] = [];
    (window as unknown as { frames: unknown[] }).frames = frames;
    const began = performance.now();
    const look = () => {
      const svg = document.querySelector(wanted);
      if (svg?.hasAttribute('data-moving')) {
        const shapes = [...svg.querySelectorAll<SVGGElement>(':scope > [data-id]')];
        frames.push(
          shapes.map((shape) => ({
            id: shape.dataset['id'] ?? '',
            transform: shape.lastElementChild?.getAttribute('transform') ?? '',
            shadow: shape.firstElementChild?.getAttribute('transform') ?? '',
            opacity: Number(shape.getAttribute('opacity') ?? 1),
          })),
        );
      }
      if (performance.now() - began < 8000) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, selector);
  await start();
  await page.waitForFunction(
    (wanted) =>
      (window as unknown as { frames: unknown[] }).frames.length > 0 &&
      !document.querySelector(wanted)?.hasAttribute('data-moving'),
    selector,
    { timeout: 20_000 },
  );
  return page.evaluate(() => (window as unknown as { frames: Sample[][] }).frames);
}

const seen = (frames: Sample[][], id: string, read: (sample: Sample) => number): number[] =>
  frames.flatMap((frame) => frame.filter((sample) => sample.id === id).map(read));
const place = (transform: string): [number, number] => {
  const match = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(transform);
  return [Number(match?.[1]), Number(match?.[2])];
};
const placeOf = (sample: Sample): [number, number] => place(sample.transform);
/** How far a piece is above its shadow, more than at rest. */
const lifts = (frames: Sample[][], id: string): number[] => {
  const heights = seen(frames, id, (sample) => place(sample.shadow)[1] - place(sample.transform)[1]);
  return heights.map((height) => height - Math.min(...heights));
};
const angleOf = (sample: Sample): number => Number(/rotate\((-?[\d.]+)\)$/.exec(sample.transform)?.[1] ?? 0);

interface Figure {
  readonly game: string;
  readonly options: object;
  readonly position: string;
  readonly move: string;
  /** Why the game is over after the move. */
  readonly end: { readonly witness: readonly string[] } | null;
  readonly button: number;
  readonly steps: readonly {
    readonly kind: string;
    readonly shape: string;
    readonly stage: number;
    readonly path?: [number, number][];
    readonly pivot?: [number, number];
    readonly angle?: number;
    readonly to: { readonly id: string } | null;
  }[];
}

/** The figures of all rules that show a move, with the steps it makes. */
async function figures(): Promise<Figure[]> {
  const found: Figure[] = [];
  for (const game of gameIds()) {
    const texts = (await (await fetch(new URL(`api/v1/games/${game}/texts/en`, base()))).json()) as {
      rules: { figures?: { position: string; move?: string; options?: object }[] }[];
    };
    let button = 0;
    for (const figure of texts.rules.flatMap((rule) => rule.figures ?? [])) {
      if (!figure.move) continue;
      const { position, move, options = {} } = figure;
      const { steps, end } = await ask<Pick<Figure, 'steps' | 'end'>>('previews', { game, options, position, move });
      found.push({ game, options, position, move, end, button: button++, steps });
    }
  }
  return found;
}

for (const name of ['arc', 'hop', 'slide', 'swing', 'turn', 'flip', 'leave', 'captured', 'enter']) {
  const kind = name === 'captured' ? 'leave' : name;
  test(`mid-animation geometry: ${name}`, async ({ page, context }) => {
    await settle(context, { animation: 'slow' });
    const all = await figures();
    // A shape that moves once only: then all its places belong to this step.
    const wanted = ({ steps }: Figure) =>
      steps.find(
        (step) =>
          step.kind === kind &&
          (!['slide', 'leave'].includes(name) || (step.path?.length ?? 0) > 2) &&
          (name !== 'captured' || step.path?.length === 2) &&
          (name !== 'turn' || carriedBy(steps, step).length > 0) &&
          steps.every((other) => other === step || (other.shape !== step.shape && other.to?.id !== step.shape)),
      );
    const figure = all.find((one) => wanted(one) !== undefined);
    const step = figure && wanted(figure);
    if (!figure || !step) throw new Error(`no figure shows ${name}`);
    await page.goto(`${base()}#/rules/${figure.game}`);
    const button = page.locator('.figure-buttons .button-soft').nth(figure.button);
    await button.scrollIntoViewIfNeeded();
    const holder = page.locator('.figure', { has: page.locator('.figure-buttons .button-soft') }).nth(figure.button);
    await expect(holder.locator('.board-svg')).toBeVisible();
    const index = await holder.evaluate((element) => [...document.querySelectorAll('.figure')].indexOf(element));
    await holder.evaluate((element) => element.setAttribute('data-looked-at', ''));
    expect(index).toBeGreaterThanOrEqual(0);
    const frames = await record(page, '[data-looked-at] .board-svg', () => button.click());
    expect(frames.length).toBeGreaterThan(3);
    const places = frames.flatMap((frame) => frame.filter((sample) => sample.id === step.shape).map(placeOf));
    const path = step.path ?? [];
    switch (name) {
      case 'arc':
      case 'hop':
        expect(Math.max(...lifts(frames, step.shape))).toBeGreaterThan(4);
        break;
      case 'slide':
        for (const [x, y] of places) expect(nearest(path, [x, y])).toBeLessThan(1);
        break;
      case 'swing': {
        const [px, py] = step.pivot ?? [0, 0];
        const radii = places.map(([x, y]) => Math.hypot(x - px, y - py));
        expect(Math.max(...radii) - Math.min(...radii)).toBeLessThan(2);
        expect(new Set(places.map(([x]) => Math.round(x))).size).toBeGreaterThan(2);
        break;
      }
      case 'turn': {
        const angles = seen(frames, step.shape, angleOf);
        expect(new Set(angles.map(Math.round)).size).toBeGreaterThan(2);
        // Whatever stands on it goes round with it, by the same angle and as far from the middle.
        const [first = 0, last = 0] = [angles[0], angles.at(-1)];
        for (const { shape, pivot } of carriedBy(figure.steps, step)) {
          const [px, py] = pivot ?? [0, 0];
          const polar = frames.flatMap((frame) => {
            const [under, on] = [step.shape, shape].map((id) => frame.find((sample) => sample.id === id));
            if (!under || !on) return [];
            const [x, y] = placeOf(on);
            const [dx, dy] = [x - px, y - py];
            return [{ turned: angleOf(under) - first, radius: Math.hypot(dx, dy), angle: Math.atan2(dy, dx) }];
          });
          const [start] = polar;
          const during = polar.filter(
            ({ turned }) => Math.abs(turned) > 1 && Math.abs(turned) < Math.abs(last - first) - 1,
          );
          expect(during.length, shape).toBeGreaterThan(0);
          for (const { turned, radius, angle } of during) {
            expect(Math.abs(radius - (start?.radius ?? 0)), shape).toBeLessThan(1);
            const off = angle - (start?.angle ?? 0) - (turned * Math.PI) / 180;
            expect(Math.cos(off), shape).toBeGreaterThan(0.999);
          }
        }
        break;
      }
      case 'flip':
        expect(
          frames.some((frame) =>
            frame.some((sample) => sample.id === step.shape && sample.transform.includes('scale(0.')),
          ),
        ).toBe(true);
        break;
      case 'leave':
      case 'captured':
        for (const [x, y] of places) expect(nearest(path, [x, y])).toBeLessThan(1);
        expect(new Set(places.map(([x, y]) => Math.round(x + y))).size).toBeGreaterThan(2);
        break;
      case 'enter':
        expect(seen(frames, step.shape, (sample) => sample.opacity).some((opacity) => opacity > 0 && opacity < 1)).toBe(
          true,
        );
        break;
    }
  });
}

test('with reduced motion a move fades and nothing travels', async ({ page, context }) => {
  await settle(context, { animation: 'normal' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  await page.locator('.typed input').fill((await boardOf(page)).moves[0]?.move ?? '');
  const frames = await record(page, '.board .board-svg', () => page.keyboard.press('Enter'));
  const samples = frames.flat();
  expect(samples.some(({ opacity }) => opacity < 1)).toBe(true);
  for (const id of new Set(samples.map((sample) => sample.id))) {
    const places = samples.filter((sample) => sample.id === id).map((sample) => sample.transform);
    expect(new Set(places).size, id).toBe(1);
  }
});

/** What goes round on a shape that turns. */
function carriedBy(steps: Figure['steps'], turn: Figure['steps'][number]): Figure['steps'] {
  return steps.filter(({ kind, stage }) => kind === 'swing' && stage === turn.stage);
}

function nearest(path: readonly [number, number][], [x, y]: [number, number]): number {
  let least = Infinity;
  for (let i = 1; i < path.length; i++) {
    const [[ax, ay], [bx, by]] = [path[i - 1] ?? [0, 0], path[i] ?? [0, 0]];
    const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const t = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    least = Math.min(least, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  }
  return least;
}

for (const game of gameIds()) {
  test(`${game}: dragging, previewing, and being told why not`, async ({ page, context }) => {
    const errors = watch(page);
    await settle(context);
    await newGame(page, game);
    await expect(page.locator('.chip-accent')).toBeVisible();
    const board = await boardOf(page);
    const legal = board.moves.find(({ gesture }) => gesture.shapes.length === 2);
    if (legal) {
      const [from = '', to = ''] = legal.gesture.shapes;
      const [start, end] = [await spotOf(page, board, from), await spotOf(page, board, to)];
      await page.mouse.click(start.x, start.y);
      await expect(page.locator('[data-ring="selected"]')).toHaveCount(1);
      expect(await page.locator('[data-target]').count()).toBeGreaterThan(0);
      const helps = board.aids.some(({ shapes }) => shapes?.includes(from));
      await expect(page.locator('[data-id="aids"]')).toHaveCount(helps ? 1 : 0);
      await page.mouse.move(end.x, end.y);
      await expect(page.locator('[data-overlay]')).toBeVisible();
      await page.keyboard.press('Escape');
      await page.mouse.move(5, 400);
      await page.mouse.click(start.x, start.y);
      await page.mouse.click(start.x, start.y);
      await expect(page.locator('[data-ring="selected"]')).toHaveCount(0);
      await expect(page.locator('[data-id="aids"]')).toHaveCount(0);
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
      await page.mouse.move(end.x, end.y, { steps: 3 });
      await page.mouse.up();
      await expect(page.locator('.move').first()).toHaveAttribute('data-move', legal.move);
    } else {
      const choice = board.moves.find(({ gesture }) => gesture.choice);
      if (!choice) throw new Error('no choice');
      const spot = await spotOf(page, board, choice.gesture.shapes[0] ?? '');
      await page.mouse.click(spot.x, spot.y);
      await expect(page.locator('[data-choice]').first()).toBeVisible();
      await page.locator('[data-choice]').first().hover();
      await expect(page.locator('.move-preview')).toBeVisible();
      await page.locator('[data-choice]').first().click();
      await expect(page.locator('.move').first()).toBeVisible();
    }
    await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
    const now = await boardOf(page);
    const beginnings = new Set(now.moves.map(({ gesture }) => gesture.shapes[0]));
    const stuck = now.scene.shapes.find(
      (shape) =>
        (shape.id.startsWith('piece:') || shape.id.startsWith('figure:')) &&
        !beginnings.has(shape.id) &&
        !beginnings.has(shape.at ?? ''),
    );
    if (stuck) {
      const spot = await spotOf(page, now, stuck.id);
      await page.mouse.click(spot.x, spot.y);
      // Where something else there can be picked, it is; otherwise one is told why not.
      await expect(page.locator('.toast-danger strong, [data-ring="selected"]').first()).toBeVisible();
    }
    expect(errors).toEqual([]);
  });
}

test('a previewed win shows on the board why it is one', async ({ page, context }) => {
  await settle(context);
  const won = (await figures()).find(({ end }) => (end?.witness.length ?? 0) > 0);
  if (!won) throw new Error('no figure shows a win');
  const query = new URLSearchParams({ position: won.position, options: JSON.stringify(won.options) });
  await page.goto(`${base()}#/new/${won.game}?${query.toString()}`);
  await page.getByRole('radio', { name: 'On this screen' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.chip-accent')).toBeVisible();
  await page.locator('.typed input').fill(won.move);
  await expect(page.locator('[data-ring="ending"]').first()).toBeVisible();
  await expect(page.locator('.status .sentence')).toContainText(/wins|won|over/i);
  await page.keyboard.press('Enter');
  await expect(page.locator('.over h2')).not.toBeEmpty();
});

test('past moves are walked through and one comes back to now', async ({ page, context }) => {
  await settle(context);
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  const start = (await boardOf(page)).position;
  const legal = (await boardOf(page)).moves[3];
  await page.locator('.typed input').fill(legal?.move ?? '');
  await page.keyboard.press('Enter');
  await expect(page.locator('.move')).not.toHaveCount(0);
  await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
  await page.locator('body').click({ position: { x: 3, y: 400 } });
  await page.keyboard.press('Home');
  await expect(page.locator('.past')).toBeVisible();
  await expect(page.locator('.board')).toHaveAttribute('data-position', start);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.locator('.past')).toHaveCount(0);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.locator('.board')).toHaveAttribute('data-position', start);
});

test('the list of moves is one stop for Tab, is walked with arrows, and plays through', async ({ page, context }) => {
  await settle(context);
  await newGame(page, gameIds()[0] ?? '');
  for (let turn = 1; turn <= 2; turn++) {
    await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
    await page.locator('.typed input').fill((await boardOf(page)).moves[0]?.move ?? '');
    await page.keyboard.press('Enter');
    await expect(page.locator('.move')).toHaveCount(2 * turn, { timeout: 60_000 });
  }
  const moves = page.locator('.move');
  // The list follows the board, which shows one move after another.
  await expect
    .poll(() => moves.evaluateAll((all) => all.map((move) => (move as HTMLElement).tabIndex)))
    .toEqual([-1, -1, -1, 0]);
  await moves.last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(moves.nth(2)).toBeFocused();
  await expect(moves.nth(2)).toHaveAttribute('aria-current', 'step');
  await page.keyboard.press('Home');
  await expect(moves.first()).toBeFocused();
  await expect(page.locator('.move-current')).toHaveCount(0);
  await page.getByRole('button', { name: 'Play through' }).click();
  await expect(moves.first()).toHaveAttribute('aria-current', 'step');
  await expect(moves.last()).toHaveAttribute('aria-current', 'step', { timeout: 30_000 });
});
