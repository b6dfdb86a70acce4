import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { describeFileError } from './file-error.ts';
import { fsyncFolder } from './fsync-folder.server.ts';
import { OperatorError } from './operator-error.ts';

const key = z.string().min(32);

const Secrets = z.object({
  /** Signs sessions and tokens. */
  authSecret: key,
  /** Turns the address of a commenter into a name that stays the same. */
  pseudonymKey: key,
  /** Signs the links of the newsletter's mails. */
  newsletterKey: key,
  /** Seals the links that open what is kept about an address. */
  readersKey: key,
});
export type Secrets = Readonly<z.infer<typeof Secrets>>;

export const SECRETS_FILE = 'secrets.json';

/**
 * The secrets of this site. A file or a secret that is missing is generated once and stored. `inUse` tells whether the
 * site has data that depends on secrets: then a missing file is not replaced. Throws an OperatorError.
 */
export async function loadSecrets(dataDir: string, inUse: () => Promise<boolean>): Promise<Secrets> {
  const file = join(dataDir, SECRETS_FILE);
  const kept = await readSecrets(file);
  if (kept === undefined && (await inUse())) throw missing(file);
  const complete = Secrets.safeParse(kept);
  if (complete.success) return complete.data;
  const made = Object.fromEntries(
    Object.keys(Secrets.shape).map((name) => [name, randomBytes(32).toString('base64url')]),
  );
  await writeSecrets(file, { ...made, ...kept }, kept === undefined ? link : rename);
  // Read again: of two processes that start at once, one was quicker, and both must use what it kept.
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

/** Whole or not at all: a power cut must not leave half a file, which would sign everybody out. */
async function writeSecrets(
  file: string,
  secrets: object,
  place: typeof link | typeof rename,
): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomUUID()}.tmp`;
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // link refuses to replace a file that came into being meanwhile, which is what the first start needs.
  await place(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(aside, { force: true });
  await fsyncFolder(join(file, '..'));
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
  'To continue without the old secrets, write {} into the file and start the site: everybody signs in again, commenters ' +
  'get new names, and links in emails that were sent no longer work.';
