import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECRETS_PATH } from './manifest.ts';

/** The secrets of a backup: a site without any takes them, one that has its own keeps those. */
export class SecretsToRestore {
  readonly #dataDir: string;
  readonly #own: Buffer | null;
  #offered: Buffer | undefined;
  #isWritten = false;

  private constructor(dataDir: string, own: Buffer | null) {
    this.#dataDir = dataDir;
    this.#own = own;
  }

  static async find(dataDir: string): Promise<SecretsToRestore> {
    const own = await readFile(join(dataDir, SECRETS_PATH)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return new SecretsToRestore(dataDir, own);
  }

  offer(secrets: Buffer): void {
    this.#offered = secrets;
  }

  /** Whether what was signed and sealed at the time of the backup holds here. */
  get areKnown(): boolean {
    return this.#own === null || this.#offered === undefined || this.#own.equals(this.#offered);
  }

  async write(): Promise<void> {
    if (this.#own !== null || this.#offered === undefined) return;
    await mkdir(this.#dataDir, { recursive: true, mode: 0o700 });
    await writeFile(this.#path, this.#offered, { mode: 0o600, flag: 'wx', flush: true });
    this.#isWritten = true;
  }

  /** To be called when the restore has failed after all. */
  async undo(): Promise<void> {
    if (this.#isWritten) await rm(this.#path, { force: true });
  }

  get #path(): string {
    return join(this.#dataDir, SECRETS_PATH);
  }
}
