import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../i18n';
import { printed, textsOf } from '../state/games';
import { meantMove, typed } from '../state/history';
import type { TableStore } from './store';
import { showToast } from '../state/toast';
import { Icon } from '../ui/Icon';
import './TypedMove.css';

/** An example of more letters would not fit into the field on a phone. */
const SHORT = 16;

/** A field to type a move into; what is typed is previewed as soon as it is a move. */
export function TypedMove({ store, input }: { store: TableStore; input: RefObject<HTMLInputElement | null> }) {
  const text = useSignal('');
  const list = useId();
  const texts = textsOf(store.news.setup.value?.game ?? '');
  const print = (move: string) => printed(texts, move);
  const legal = store.model.moves.value.map(({ move }) => move);
  const short = legal.filter((move) => move.length <= SHORT);
  const example = short[Math.floor(short.length / 2)];
  const change = (value: string) => {
    text.value = value;
    const move = meantMove(value, legal, print);
    if (move !== null) {
      store.model.release();
      store.model.showPreview(move);
    } else if (store.model.wanted.peek() !== null) {
      store.model.forgetPreview();
    }
  };
  const submit = async () => {
    const move = meantMove(text.value, legal, print);
    if (move !== null) {
      text.value = '';
      store.model.playMove(move);
      return;
    }
    if (typed(text.value) === '') return;
    const told = await store.tellWhyText(typed(text.value));
    if (!told)
      showToast({ tone: 'danger', what: t('typed.unknown', { text: text.value }), why: t('typed.unknownWhy') });
  };
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label class="hidden" for={`${list}-input`}>
        {t('typed.label')}
      </label>
      <input
        id={`${list}-input`}
        ref={input}
        type="text"
        value={text.value}
        list={list}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        disabled={legal.length === 0}
        placeholder={
          example ? t('typed.example', { move: example }) : t(legal.length > 0 ? 'typed.label' : 'typed.notNow')
        }
        onInput={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            change('');
            event.currentTarget.blur();
          }
        }}
      />
      <datalist id={list}>
        {legal.map((move) => (
          <option key={move} value={move}>
            {print(move)}
          </option>
        ))}
      </datalist>
      <button type="submit" class="typed-enter" aria-label={t('typed.play')} disabled={legal.length === 0}>
        <Icon name="enter" size={18} />
      </button>
    </form>
  );
}
