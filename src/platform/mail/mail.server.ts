import { join } from 'node:path';
import { and, eq, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { DeliverableAddresses } from './deliverable-address.ts';
import { deliveryJob } from './delivery.server.ts';
import { emailjsTransport } from './emailjs-transport.server.ts';
import { fileTransport } from './file-transport.server.ts';
import { mailFilesPruningJob } from './mail-files-pruning.server.ts';
import { type Mailbox, parseMailbox } from './mail.ts';
import { smtpTransport } from './smtp-transport.server.ts';
import { mailDelivery } from './outbox.server.ts';
import { mails } from './tables.server.ts';
import { TransportPool } from './transport-pool.server.ts';
import type { MailTransport } from './transport.ts';

const RETENTION_DAYS = 90;
const PRUNE_BATCH = 1_000;

export interface MailOptions extends CommandDeps {
  readonly config: Pick<Config, 'dataDir' | 'mail'>;
  /** The sender unless the configuration has one; called for each email. */
  readonly defaultSender: () => Mailbox;
  readonly log: Log;
  /** Learns from the mail server which addresses it can deliver to. */
  readonly addresses?: Pick<DeliverableAddresses, 'onSmtpUtf8'>;
  /** Days for which delivery records are stored; read before each pruning. Default 90. */
  readonly retentionDays?: () => Promise<number>;
  /** Days for which email files are stored, null for forever; read before each pruning. Default 90. */
  readonly filesRetentionDays?: () => Promise<number | null>;
}

/** The jobs that send and prune emails, for `createJobs`. */
export interface MailJobs {
  readonly jobs: readonly Job[];
  readonly recurring: readonly Recurring[];
  /** Closes the connection to the mail server. */
  close(): void;
}

export function createMail(options: MailOptions): MailJobs {
  const { database, config, clock, log, retentionDays } = options;
  // One transport, so that an email waits for a delivery that continues after its job was timed out.
  const transports = new TransportPool(1, () => openTransport(options));
  const sender = senderOf(options);
  const pruning = defineJob({
    kind: 'mail.prune',
    payload: z.object({}),
    run: async () => pruneMails(database, clock(), (await retentionDays?.()) ?? RETENTION_DAYS),
  });
  const filesPruning = mailFilesPruningJob({
    folder: join(config.dataDir, MAIL_FOLDER),
    clock,
    retentionDays: options.filesRetentionDays ?? (() => Promise.resolve(RETENTION_DAYS)),
  });
  return {
    jobs: [deliveryJob({ database, transports, sender, clock, log }), pruning, filesPruning],
    recurring: [every({ minutes: 60 }, pruning, {}), every({ minutes: 60 }, filesPruning, {})],
    close: () => transports.close(),
  };
}

export type TransportOptions = Pick<MailOptions, 'config' | 'clock' | 'addresses'>;

/** Returns the sender of an email that is sent now. */
export function senderOf({
  config,
  defaultSender,
}: Pick<MailOptions, 'config' | 'defaultSender'>): () => Mailbox {
  const { from } = config.mail;
  if (from === undefined) return defaultSender;
  const mailbox = parseMailbox(from);
  return () => mailbox;
}

/** The transport that the configuration selects: SMTP, EmailJS, or files. */
export function openTransport({
  config: { dataDir, mail },
  clock,
  addresses,
}: TransportOptions): MailTransport {
  if (mail.smtpUrl !== undefined) return smtpTransport(mail.smtpUrl, addresses?.onSmtpUtf8);
  if (mail.emailjs !== undefined) return emailjsTransport(mail.emailjs, clock);
  return fileTransport(join(dataDir, MAIL_FOLDER));
}

const MAIL_FOLDER = 'mail';

/** Whether emails are written as files instead of being sent, because no mail server is configured. */
export const writesMailFiles = ({ smtpUrl, emailjs }: Config['mail']): boolean =>
  smtpUrl === undefined && emailjs === undefined;

/** Describes the mail transport to the operator, without credentials. */
export function describeMailTransport({ dataDir, mail }: MailOptions['config']): string {
  if (mail.smtpUrl !== undefined) return `by SMTP through ${new URL(mail.smtpUrl).host}`;
  if (mail.emailjs !== undefined) return `through EmailJS at ${new URL(mail.emailjs.url).host}`;
  return `as files into ${join(dataDir, MAIL_FOLDER)}`;
}

async function pruneMails({ db }: Database, now: Date, retentionDays: number): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * DAY_MS);
  // An email without a pending job is never sent, and would otherwise store its address and text forever.
  const job = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, mailDelivery.kind),
        isNull(jobs.doneAt),
        isNull(jobs.failedAt),
        sql`${jobs.payload} ->> 'mailId' = ${mails.id}::text`,
      ),
    );
  const isLost = and(isNull(mails.settledAt), lt(mails.postedAt, before), notExists(job));
  const old = db
    .select({ id: mails.id })
    .from(mails)
    .where(or(lt(mails.settledAt, before), isLost))
    .limit(PRUNE_BATCH);
  await db.delete(mails).where(inArray(mails.id, old));
}
