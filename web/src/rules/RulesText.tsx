/** The rules of a game with figures one can play: the same on their own screen and beside a board. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Figure, Reading, RuleSection, Texts } from '../api/types';
import { BoardView } from '../board/BoardView';
import { t } from '../i18n';
import { printed, readingsOf, rulesOf, sayAll, sayReason } from '../state/games';
import { LocalGame } from '../board/local';
import { link } from '../state/router';
import { Button } from '../ui/controls';
import './RulesText.css';

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

/** What is said below a figure: why not, what a move would do, what the last one did. */
function figureWords(local: LocalGame, texts: Texts): string {
  const witness = local.model.witness.value;
  if (witness) {
    const { what, why } = sayReason(texts, 'reasons', witness);
    return `${what} ${why}`;
  }
  const preview = local.model.preview.value;
  if (preview) return sayAll(texts, preview.words);
  const last = local.moves.value.length > 0 ? local.model.board.value?.last : null;
  return last ? sayAll(texts, last.words) : '';
}

function FigureView({ game, figure, texts }: { game: string; figure: Figure; texts: Texts }) {
  const { element, seen } = useSeen<HTMLElement>();
  const local = useMemo(() => new LocalGame(game, figure.options ?? {}, figure.position), [game, figure]);
  useEffect(() => {
    if (seen.value) void local.load();
  }, [seen.value, local]);
  const played = local.moves.value.length;
  const words = figureWords(local, texts);
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

/** Contents, sections, notes. Beside a board a chapter is scrolled to, elsewhere it has its own address. */
export function RulesText({ game, texts, beside = false }: { game: string; texts: Texts; beside?: boolean }) {
  const sections = rulesOf(texts);
  const readings = readingsOf(texts);
  const known = new Set(sections.map((section) => section.anchor));
  const rest = readings.filter((reading) => !known.has(reading.anchor));
  return (
    <>
      <nav class="rules-contents" aria-label={t('rules.contents')}>
        <ol>
          {sections.map((section) => (
            <li key={section.anchor}>
              <a
                href={link(['rules', game, section.anchor])}
                onClick={(event) => {
                  if (!beside) return;
                  event.preventDefault();
                  document.getElementById(section.anchor)?.scrollIntoView();
                }}
              >
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map((section) => (
        <Section
          key={`${game} ${section.anchor} ${section.title}`}
          game={game}
          section={section}
          readings={readings.filter((reading) => reading.anchor === section.anchor)}
          texts={texts}
        />
      ))}
      {rest.map((reading, index) => (
        <ReadingNote key={index} reading={reading} />
      ))}
    </>
  );
}
