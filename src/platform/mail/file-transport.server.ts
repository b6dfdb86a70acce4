import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { fsyncFolder } from '#platform/fsync-folder.server.ts';
import { compose } from './composition.server.ts';
import { mailFileName, unfinishedMailFileName } from './mail-file.ts';
import type { MailTransport } from './transport.ts';

/** Writes mails as files that mail programs open. Their names begin with the time, so a listing is in order. */
export function fileTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async deliver(mail) {
      const { message } = await composer.sendMail(compose(mail));
      const name = mailFileName(mail);
      await createFolder(folder);
      await writeAside(folder, name, message as Buffer);
      return { state: 'accepted' };
    },
    close: () => composer.close(),
  };
}

/** Not with the folders above it: a data folder that is gone, perhaps not mounted, is not replaced. */
async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
}

/** Whole or not at all; and the name is the mail's, so a second attempt replaces the first. */
async function writeAside(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const aside = join(folder, unfinishedMailFileName(name));
  const handle = await open(aside, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, join(folder, name));
  await fsyncFolder(folder);
}
