import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import { render } from 'preact';
import { App } from './App';
import { startLanguage } from './i18n';
import { startHub } from './state/hub';
import { startLooks } from './state/looks';
import { startRouter } from './state/router';
import { startSettings } from './state/settings';

startSettings();
startLooks();
startLanguage();
startRouter();
startHub();

const place = document.getElementById('app');
if (place) render(<App />, place);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('./worker.js').catch(() => undefined);
}
