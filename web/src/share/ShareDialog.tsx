import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Options } from '../api/types';
import { t } from '../i18n';
import { showProblem } from '../state/problems';
import { absolute, link } from '../state/router';
import { Button } from '../ui/controls';
import { Dialog } from '../ui/Dialog';
import { CopyField } from './CopyField';
import { copy, download } from './copy';
import { pngOf, svgOf } from './picture';
import './ShareDialog.css';

export interface Shared {
  readonly address: string;
  readonly game: string;
  readonly options: Options;
  readonly position: string;
  /** Fetches the record so far; null when there is none. */
  readonly record: (() => Promise<string>) | null;
  /** Makes a link that moves our seat to another device; null when we have none. */
  readonly device: (() => Promise<string>) | null;
}

/** The permanent address of a position: its game, options and text. */
export function positionLink(game: string, options: Options, position: string): string {
  return link(['position', game], { options: JSON.stringify(options), position });
}

function boardElement(): SVGSVGElement | null {
  return (
    document.querySelector<SVGSVGElement>('svg.board-svg[data-main]') ?? document.querySelector('main svg.board-svg')
  );
}

export function ShareDialog({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const done = useSignal<string | null>(null);
  const device = useSignal<string | null>(null);
  const picture = useSignal<string | null>(null);
  useEffect(() => {
    const element = boardElement();
    if (element) picture.value = svgOf(element, true);
  }, []);
  const tell = (what: string) => {
    done.value = what;
    setTimeout(() => (done.value = null), 2500);
  };
  const take = async (name: string, text: () => Promise<string> | string) => {
    try {
      if (await copy(await text())) tell(name);
    } catch (error) {
      showProblem(error);
    }
  };
  const save = async (kind: 'svg' | 'png') => {
    const svg = picture.value;
    if (svg === null) return;
    const blob = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg);
    download(`${shared.game}.${kind}`, blob);
  };
  return (
    <Dialog title={t('share.title')} onClose={onClose} sheet>
      <CopyField value={shared.address} label={t('share.link')} qr />
      <div class="share-buttons">
        <Button onClick={() => void take('position', () => shared.position)}>
          {t(done.value === 'position' ? 'share.copied' : 'share.position')}
        </Button>
        <Button
          onClick={() =>
            void take('address', () => absolute(positionLink(shared.game, shared.options, shared.position)))
          }
        >
          {t(done.value === 'address' ? 'share.copied' : 'share.positionLink')}
        </Button>
        {shared.record && (
          <Button onClick={() => void take('record', shared.record ?? (() => ''))}>
            {t(done.value === 'record' ? 'share.copied' : 'share.record')}
          </Button>
        )}
      </div>
      {picture.value && (
        <div class="share-picture">
          <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.value)}`} alt={t('share.picture')} />
          <div class="share-buttons">
            <Button onClick={() => void save('svg')}>SVG</Button>
            <Button onClick={() => void save('png')}>PNG</Button>
          </div>
        </div>
      )}
      {shared.device && (
        <div class="share-device">
          <h3>{t('share.device')}</h3>
          <p class="help">{t('share.deviceHelp')}</p>
          {device.value ? (
            <CopyField value={device.value} label={t('share.device')} qr />
          ) : (
            <Button
              onClick={() =>
                void shared.device?.().then(
                  (address) => (device.value = address),
                  (error: unknown) => showProblem(error),
                )
              }
            >
              {t('share.makeLink')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}
