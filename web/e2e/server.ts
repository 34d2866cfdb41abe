/** The real server, as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const python = process.env['TABLIER_PYTHON'] ?? join(root, '.venv/bin/python');
const START = 'import sys; sys.argv[0] = "tablier"; from tablier.cli import main; main()';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

export class Server {
  private process: ChildProcess | null = null;
  private output = '';

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly basePath: string,
    private readonly further: readonly string[],
    private readonly environment: Record<string, string>,
  ) {}

  static async start(
    basePath = '',
    further: readonly string[] = [],
    environment: Record<string, string> = {},
  ): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-e2e-'));
    const server = new Server(await freePort(), folder, basePath, further, environment);
    await server.run();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}${this.basePath}/`;
  }

  async run(): Promise<void> {
    const options = ['--port', String(this.port), '--database', join(this.folder, 'tables.sqlite'), '--no-open'];
    const limits = [
      '--rate',
      '10000',
      '--burst',
      '10000',
      '--guest-rate',
      '1000',
      '--guest-burst',
      '1000',
      '--open-tables',
      '1000',
      '--listed-tables',
      '1000',
      '--address-tables',
      '10000',
      '--work-rate',
      '1000',
      '--work-burst',
      '1000',
    ];
    const path = this.basePath ? ['--base-path', this.basePath] : [];
    this.process = spawn(python, ['-c', START, 'serve', ...options, ...limits, ...path, ...this.further], {
      cwd: this.folder,
      stdio: 'pipe',
      env: { ...process.env, ...this.environment },
    });
    this.process.stdout?.on('data', (data: Buffer) => (this.output += data.toString()));
    this.process.stderr?.on('data', (data: Buffer) => (this.output += data.toString()));
    for (let i = 0; i < 300; i++) {
      if (await this.answers()) return;
      if (this.process.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`the server does not answer:\n${this.output}`);
  }

  private async answers(): Promise<boolean> {
    try {
      return (await fetch(new URL('api/v1/info', this.url))).ok;
    } catch {
      return false;
    }
  }

  /** Ends it without a word, as a power cut would. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const running = this.process;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await gone;
    this.process = null;
  }

  async stop(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
