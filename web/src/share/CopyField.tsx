import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { Button } from '../ui/controls';
import { copy } from './copy';
import { QrView } from './QrView';
import './CopyField.css';

/** A link or a text to take along. */
export function CopyField({ value, label, qr = false }: { value: string; label: string; qr?: boolean }) {
  const copied = useSignal(false);
  const take = async () => {
    copied.value = await copy(value);
    setTimeout(() => (copied.value = false), 2000);
  };
  return (
    <div class="copy">
      <div class="copy-row">
        <input
          type="text"
          readOnly
          value={value}
          aria-label={label}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button kind="soft" onClick={() => void take()}>
          {t(copied.value ? 'share.copied' : 'share.copy')}
        </Button>
      </div>
      {qr && <QrView text={value} />}
    </div>
  );
}
