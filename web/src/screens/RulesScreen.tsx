/** The rules of all games, and of one. */
import { useEffect } from 'preact/hooks';
import type { Game } from '../api/types';
import { Miniature } from '../board/Miniature';
import { t } from '../i18n';
import { RulesText } from '../rules/RulesText';
import { games, gameOf, nameAfter, nameOf, showcase, textsOf } from '../state/games';
import { link, route } from '../state/router';
import { Button } from '../ui/controls';
import { useBoard } from './HomeScreen';
import { Message } from './Message';
import './RulesScreen.css';

function RulesOf({ id }: { id: string }) {
  const texts = textsOf(id);
  const game = gameOf(id);
  const anchor = route.value.path[2];
  useEffect(() => {
    if (anchor && texts) document.getElementById(anchor)?.scrollIntoView();
  }, [anchor, texts]);
  if (!texts || !game) return <Message title={t('status.loading')} text="" busy />;
  return (
    <main class="rules">
      <header class="rules-head">
        <h1>{nameOf(id)}</h1>
        <p class="lead">{texts.goal}</p>
        <p class="help">
          {[game.authors.join(', '), game.year === null ? '' : String(game.year), texts.length]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <Button kind="primary" href={link(['new', id])}>
          {t('home.playGame', { to: nameAfter('to', id) })}
        </Button>
      </header>
      <RulesText game={id} texts={texts} />
    </main>
  );
}

function RulesCard({ game }: { game: Game }) {
  const { id } = game;
  const texts = textsOf(id);
  const board = useBoard(() => showcase(game), id);
  return (
    <a class="rules-card" href={link(['rules', id])}>
      <Miniature board={board} label="" />
      <div>
        <h2>{nameOf(id)}</h2>
        <p>{texts?.goal ?? ''}</p>
      </div>
    </a>
  );
}

export function RulesScreen() {
  const id = route.value.path[1];
  if (id !== undefined)
    return gameOf(id) || !games.value ? <RulesOf key={id} id={id} /> : <Message title={t('new.noGame')} text="" />;
  return (
    <main class="narrow">
      <h1>{t('nav.rules')}</h1>
      {(games.value ?? []).map((game) => (
        <RulesCard key={game.id} game={game} />
      ))}
    </main>
  );
}
