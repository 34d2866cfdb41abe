import { t } from '../i18n';
import { qrCode } from './qr';
import './QrView.css';

/** A QR code, dark on white in every theme so that cameras read it. */
export function QrView({ text }: { text: string }) {
  const code = qrCode(text);
  if (!code) return null;
  const size = code.length;
  const d = code.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      class="qr"
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      width="160"
      height="160"
      role="img"
      aria-label={t('share.qr')}
      shape-rendering="crispEdges"
    >
      <rect x="-4" y="-4" width={size + 8} height={size + 8} fill="#fff" />
      <path d={d} fill="#000" />
    </svg>
  );
}
