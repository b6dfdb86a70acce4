import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { DAY_MS } from '#platform/durations.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { dateOfMailFile } from './mail-file.ts';

export interface MailFilesPruningDeps {
  readonly folder: string;
  readonly clock: Clock;
  /** Days for which the files are stored; null: forever. */
  readonly retentionDays: () => Promise<number | null>;
}

/** Deletes older files of the file transport, even if emails are now sent by a server. */
export function mailFilesPruningJob({ folder, clock, retentionDays }: MailFilesPruningDeps): Job {
  return defineJob({
    kind: 'mail.prune_files',
    payload: z.object({}),
    leaseSeconds: 600,
    async run(_, { signal }) {
      const days = await retentionDays();
      if (days !== null) await pruneMailFiles(folder, new Date(clock().getTime() - days * DAY_MS), signal);
    },
  });
}

/**
 * Deletes the mail files in the folder that are dated before `before`. Only regular files with the name of a mail file
 * are deleted, no other files, folders or links. Throws after an abort, and the next run continues.
 */
async function pruneMailFiles(folder: string, before: Date, signal: AbortSignal): Promise<void> {
  try {
    for await (const entry of await opendir(folder)) {
      signal.throwIfAborted();
      const date = entry.isFile() ? dateOfMailFile(entry.name) : null;
      if (date !== null && date < before) await rm(join(folder, entry.name), { force: true });
    }
  } catch (error) {
    // The folder does not exist: no email was ever written.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
