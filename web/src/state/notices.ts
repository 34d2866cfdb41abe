/** Telling whoever looks elsewhere that it is their turn, if they have chosen so. */
import { settings } from './settings';

const known = () => typeof Notification !== 'undefined';

/** Ask the browser for leave; says whether it is given. */
export async function allowNotices(): Promise<boolean> {
  return known() && (await Notification.requestPermission()) === 'granted';
}

/** A notice of the system, only while the page is out of sight. The last of a table replaces the one before. */
export async function notify(title: string, body: string, table: string): Promise<void> {
  if (!settings.peek().notices || !document.hidden || !known() || Notification.permission !== 'granted') return;
  const options = { body, tag: table, icon: './icon-192.png', data: location.href };
  try {
    // Phones only show notices of a service worker.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, options);
    else new Notification(title, options);
  } catch {
    // Without a notice the title and the sound still tell.
  }
}
