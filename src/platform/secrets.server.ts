import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { describeFileError } from './file-error.ts';
import { fsyncFolder } from './fsync-folder.server.ts';
import { OperatorError } from './operator-error.ts';

const key = z.string().min(32);

const Secrets = z.object({
  /** Signs sessions and tokens. */
  authSecret: key,
  /** Derives the stable pseudonym of a commenter from the email address. */
  pseudonymKey: key,
  /** Signs the links in newsletter emails. */
  newsletterKey: key,
  /** Encrypts the tokens in links to the personal data of an address. */
  readersKey: key,
});
export type Secrets = Readonly<z.infer<typeof Secrets>>;

const SECRETS_FILE = 'secrets.json';

/**
 * Reads the secrets of this site. A missing file or secret is generated once and stored. `inUse` tells whether the site
 * has data that depends on the secrets; then a missing file is an error and is not replaced. Throws an OperatorError.
 */
export async function loadSecrets(dataDir: string, inUse: () => Promise<boolean>): Promise<Secrets> {
  const file = join(dataDir, SECRETS_FILE);
  const stored = await readSecrets(file);
  if (stored === undefined && (await inUse())) throw missing(file);
  const complete = Secrets.safeParse(stored);
  if (complete.success) return complete.data;
  const generated = Object.fromEntries(
    Object.keys(Secrets.shape).map((name) => [name, randomBytes(32).toString('base64url')]),
  );
  const content = `${JSON.stringify({ ...generated, ...stored }, null, 2)}\n`;
  await writeSecrets(dataDir, content, stored === undefined ? link : rename).catch(ignoreExisting);
  // Read again: when two processes start at once, both must use the file of the one that wrote first.
  const written = Secrets.safeParse(await readSecrets(file));
  if (!written.success) throw unusable(file);
  return written.data;
}

async function readSecrets(file: string): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new OperatorError(
      `The secrets in ${file} cannot be read: ${describeFileError(error)}. Give the file to the user who runs the site ` +
        '(mode 600); nothing was changed.',
      { cause: error },
    );
  });
  if (text === undefined) return undefined;
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw unusable(file);
  }
}

/**
 * Writes the file of secrets atomically, so that a kill or a power failure leaves no partial file, with which the site
 * could not start.
 *
 * @param place `link` rejects with EEXIST if there is a file already, for example of another process; `rename` replaces it
 */
export async function writeSecrets(
  dataDir: string,
  content: string | Uint8Array,
  place: typeof link | typeof rename = link,
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, SECRETS_FILE);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
    await place(temporary, file);
  } finally {
    await rm(temporary, { force: true });
    await fsyncFolder(dataDir);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function unusable(file: string): OperatorError {
  return new OperatorError(
    `The secrets in ${file} cannot be read: the file is damaged. Put it back from a backup. ${WITHOUT_SECRETS}`,
  );
}

function missing(file: string): OperatorError {
  return new OperatorError(
    `The file ${file} is missing, although this site has accounts, comments or subscribers. Put it back from a ` +
      `backup. ${WITHOUT_SECRETS}`,
  );
}

const WITHOUT_SECRETS =
  'To continue without the old secrets, write {} into the file and start the site: all users must sign in again, commenters ' +
  'get new names, and links in emails that were sent no longer work.';
