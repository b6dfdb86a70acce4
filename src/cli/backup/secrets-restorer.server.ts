import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSecrets } from '#platform/secrets.server.ts';
import { SECRETS_PATH } from './manifest.ts';

/** Restores the secrets of a backup. A site that already has secrets keeps its own. */
export class SecretsRestorer {
  readonly #dataDir: string;
  readonly #existing: Buffer | null;
  #fromBackup: Buffer | undefined;
  #isWritten = false;

  private constructor(dataDir: string, existing: Buffer | null) {
    this.#dataDir = dataDir;
    this.#existing = existing;
  }

  static async open(dataDir: string): Promise<SecretsRestorer> {
    const existing = await readFile(join(dataDir, SECRETS_PATH)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return new SecretsRestorer(dataDir, existing);
  }

  setFromBackup(secrets: Buffer): void {
    this.#fromBackup = secrets;
  }

  /** Whether signed and encrypted values of the backup are valid with the secrets this site will have. */
  get areCompatible(): boolean {
    return (
      this.#existing === null || this.#fromBackup === undefined || this.#existing.equals(this.#fromBackup)
    );
  }

  async write(): Promise<void> {
    if (this.#existing !== null || this.#fromBackup === undefined) return;
    await writeSecrets(this.#dataDir, this.#fromBackup);
    this.#isWritten = true;
  }

  /** Removes the written secrets after a failed restore. */
  async undo(): Promise<void> {
    if (this.#isWritten) await rm(this.#path, { force: true });
  }

  get #path(): string {
    return join(this.#dataDir, SECRETS_PATH);
  }
}
