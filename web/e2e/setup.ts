import { Server } from './server';

/** One server for all tests that do not restart it. Every game is warmed up first: compiling takes a while once. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await Server.start();
  process.env['TABLIER_URL'] = server.url;
  const { games } = (await (await fetch(new URL('api/v1/games', server.url))).json()) as { games: { id: string }[] };
  process.env['TABLIER_GAMES'] ??= games.map(({ id }) => id).join(' ');
  for (const { id } of games) {
    await fetch(new URL('api/v1/analyses', server.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ game: id, level: 1, seconds: 1 }),
    }).then((answer) => answer.text());
  }
  return () => server.stop();
}
