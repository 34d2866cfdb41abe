import { Server } from './server';

/** One server for all tests that do not restart it. Every game is warmed up first: compiling takes a while once. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await Server.start();
  process.env['TABLIER_URL'] = server.url;
  const { games } = (await (await fetch(new URL('api/v1/games', server.url))).json()) as { games: { id: string }[] };
  process.env['TABLIER_GAMES'] ??= games.map(({ id }) => id).join(' ');
  const ask = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    await (
      await fetch(new URL(`api/v1/${path}`, server.url), { method: 'POST', headers, body: JSON.stringify(body) })
    ).text();
  };
  for (const { id } of games) {
    await ask('positions', { game: id });
    for (const level of [1, 6]) await ask('analyses', { game: id, level, seconds: 1 });
  }
  return () => server.stop();
}
