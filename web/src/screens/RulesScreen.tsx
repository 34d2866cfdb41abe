/** The rules of a game, with figures one can play. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Figure, Reading, RuleSection, Texts } from '../api/types';
import { BoardView } from '../board/BoardView';
import { Miniature } from '../board/Miniature';
import { useReasons } from '../board/useReasons';
import { t } from '../i18n';
import { boardOf, games, gameOf, nameOf, printed, readingsOf, rulesOf, sayAll, textsOf } from '../state/games';
import { LocalGame } from '../state/local';
import { link, route } from '../state/router';
import { Button } from '../ui/controls';
import { useBoard } from './HomeScreen';
import { Message } from './Message';

function useSeen<T extends Element>() {
  const element = useRef<T>(null);
  const seen = useSignal(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) seen.value = true;
      },
      { rootMargin: '200px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  return { element, seen };
}

function FigureView({ game, figure, texts }: { game: string; figure: Figure; texts: Texts }) {
  const { element, seen } = useSeen<HTMLElement>();
  const local = useMemo(() => new LocalGame(game, figure.options ?? {}, figure.position), [game, figure]);
  useEffect(() => {
    if (seen.value) void local.load();
  }, [seen.value, local]);
  useReasons(local.model, texts);
  const played = local.moves.value.length;
  const preview = local.model.preview.value;
  const last = local.model.board.value?.last;
  const words = preview ? sayAll(texts, preview.words) : played > 0 && last ? sayAll(texts, last.words) : '';
  const move = figure.move;
  const about = `${figure.caption ?? ''} ${printed(texts, move ?? '')}`;
  return (
    <figure class="figure" ref={element}>
      <BoardView model={local.model} texts={texts} label={figure.caption ?? t('rules.figure')} about={about} />
      <figcaption>{figure.caption}</figcaption>
      <p class="figure-words" aria-live="polite">
        {words}
      </p>
      <div class="figure-buttons">
        {move && played === 0 && (
          <Button kind="soft" onClick={() => void local.play(move)}>
            {t('rules.show', { move: printed(texts, move) })}
          </Button>
        )}
        {played > 0 && (
          <>
            <Button onClick={() => void local.back()}>{t('rules.back')}</Button>
            <Button onClick={() => void local.reset()}>{t('rules.reset')}</Button>
          </>
        )}
      </div>
    </figure>
  );
}

/** What the original leaves open, how we read it, and why. */
function ReadingNote({ reading }: { reading: Reading }) {
  return (
    <div class="reading" role="note">
      <b>{t('rules.reading')}</b>
      <p>{reading.text}</p>
      <p class="help">{reading.reason}</p>
    </div>
  );
}

function Section(props: { game: string; section: RuleSection; readings: readonly Reading[]; texts: Texts }) {
  const { game, section, readings, texts } = props;
  const figures = section.figures ?? [];
  return (
    <section id={section.anchor} class={`rule${figures.length > 0 ? ' rule-figured' : ''}`}>
      <div class="rule-text">
        <h2>{section.title}</h2>
        {section.text.split('\n\n').map((text, index) => (
          <p key={index}>{text}</p>
        ))}
        {readings.map((reading, index) => (
          <ReadingNote key={index} reading={reading} />
        ))}
      </div>
      {figures.length > 0 && (
        <div class="rule-figures">
          {figures.map((figure, index) => (
            <FigureView key={index} game={game} figure={figure} texts={texts} />
          ))}
        </div>
      )}
    </section>
  );
}

function RulesOf({ id }: { id: string }) {
  const texts = textsOf(id);
  const game = gameOf(id);
  const anchor = route.value.path[2];
  useEffect(() => {
    if (anchor && texts) document.getElementById(anchor)?.scrollIntoView();
  }, [anchor, texts]);
  if (!texts || !game) return <Message title={t('status.loading')} text="" busy />;
  const sections = rulesOf(texts);
  const readings = readingsOf(texts);
  const known = new Set(sections.map((section) => section.anchor));
  const rest = readings.filter((reading) => !known.has(reading.anchor));
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
          {t('home.playGame', { name: nameOf(id) })}
        </Button>
      </header>
      <nav class="rules-contents" aria-label={t('rules.contents')}>
        <ol>
          {sections.map((section) => (
            <li key={section.anchor}>
              <a href={link(['rules', id, section.anchor])}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map((section) => (
        <Section
          key={`${id} ${section.anchor} ${section.title}`}
          game={id}
          section={section}
          readings={readings.filter((reading) => reading.anchor === section.anchor)}
          texts={texts}
        />
      ))}
      {rest.map((reading, index) => (
        <ReadingNote key={index} reading={reading} />
      ))}
    </main>
  );
}

function RulesCard({ id }: { id: string }) {
  const texts = textsOf(id);
  const board = useBoard(() => boardOf(id), id);
  return (
    <a class="rules-card" href={link(['rules', id])}>
      <Miniature scene={board?.scene ?? null} label="" />
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
        <RulesCard key={game.id} id={game.id} />
      ))}
    </main>
  );
}
