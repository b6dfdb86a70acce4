import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { fsyncFolder } from '#platform/fsync-folder.server.ts';
import { toNodemailerMessage } from './nodemailer-message.server.ts';
import { mailFileName, unfinishedMailFileName } from './mail-file.ts';
import type { MailTransport } from './transport.ts';

/**
 * Writes emails as .eml files, which mail clients can open. Names begin with the time, so they sort chronologically.
 */
export function fileTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async deliver(mail) {
      const { message } = await composer.sendMail(toNodemailerMessage(mail));
      const name = mailFileName(mail);
      await createFolder(folder);
      await writeAtomically(folder, name, message as Buffer);
      return { state: 'accepted' };
    },
    close: () => composer.close(),
  };
}

/** Does not create parent folders: a missing data folder (which may be unmounted) must not be replaced. */
async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
}

/** Writes atomically. The name is derived from the email, so a second attempt replaces the first file. */
async function writeAtomically(folder: string, name: string, bytes: Uint8Array): Promise<void> {
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
