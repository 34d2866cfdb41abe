import { t } from '../i18n';
import { link } from '../state/router';
import { Button } from '../ui/controls';
import './Message.css';

/** A screen that says one thing, and what to do. */
export function Message({ title, text, busy = false }: { title: string; text: string; busy?: boolean }) {
  return (
    <main class="message" aria-busy={busy}>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {!busy && (
        <Button kind="primary" href={link([])}>
          {t('nav.home')}
        </Button>
      )}
    </main>
  );
}
