import { existsSync } from 'node:fs';

const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium that is named, else the system's; undefined: the one Playwright would install. */
export function browserPath(): string | undefined {
  const named = process.env['CHROMIUM'];
  return (named === undefined ? USUAL : [named]).find((path) => existsSync(path));
}
