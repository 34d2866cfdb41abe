import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Boards of the real games are made anew before the tests, by the real package. */
export default function setup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const python = process.env['TABLIER_PYTHON'] ?? '.venv/bin/python';
  execFileSync(python, ['web/fixtures/make.py'], {
    cwd: root,
    stdio: 'inherit',
  });
}
