import { createTransport } from 'nodemailer';
import { toNodemailerMessage } from './nodemailer-message.server.ts';
import type { MailTransport, DeliveryResult } from './transport.ts';

/** Milliseconds without activity of the server. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Milliseconds for one email in total, in case a server answers one byte at a time. */
const MAX_DELIVERY_MS = 120_000;

/** The stage of a delivery. After `body`, a lost connection leaves the result unknown. */
type Stage = 'connecting' | 'transaction' | 'body';

/**
 * Sends emails through the server of an `smtp://` or `smtps://` URL, sequentially over a persistent connection. With a
 * password in the URL, TLS is required; options in the URL (`?requireTLS=false`, `?tls.rejectUnauthorized=false`,
 * `?socketTimeout=5000`) override the options set here.
 */
export function smtpTransport(url: string): MailTransport {
  let stage: Stage = 'connecting';
  const mailer = createTransport({
    pool: true,
    maxConnections: 1,
    // By default the pool resends an email after a lost connection. Here the caller decides about retries.
    maxRequeues: 0,
    url,
    requireTLS: new URL(url).password !== '',
    ...TIMEOUTS,
    // The log events are the only way to detect the stage. `send`: connected and authenticated, MAIL FROM follows.
    // `message`: the body was sent completely.
    logger: createLogger(({ tnx }) => {
      if (tnx === 'send') stage = 'transaction';
      if (tnx === 'message') stage = 'body';
    }),
  });

  return {
    async deliver(mail, signal) {
      if (signal.aborted) return { state: 'deferred', cause: 'server', reason: 'The process is ending.' };
      stage = 'connecting';
      try {
        await mailer.sendMail({ ...toNodemailerMessage(mail), signal: AbortSignal.timeout(MAX_DELIVERY_MS) });
        return { state: 'accepted' };
      } catch (error) {
        return resultOf(error as SmtpError, stage);
      }
    },
    close: () => mailer.close(),
  };
}

/** RFC 5321, 3.8: the server closes the connection; possible as the reply to any command. */
const CLOSING = 421;

/**
 * The reply of the server decides (RFC 5321, 4.2.1: 4yz temporary, 5yz permanent); without a reply, the stage does. A
 * rejected login or sender is a configuration error and not a problem of the email: the email is deferred until it is
 * fixed.
 */
function resultOf({ responseCode, command, message: reason }: SmtpError, stage: Stage): DeliveryResult {
  if (responseCode === undefined) {
    if (stage === 'body') return { state: 'unknown', reason };
    return { state: 'deferred', cause: stage === 'connecting' ? 'server' : 'transaction', reason };
  }
  if (command !== 'RCPT TO' && command !== 'DATA') return { state: 'deferred', cause: 'server', reason };
  if (responseCode >= 500) return { state: 'refused', reason };
  return { state: 'deferred', cause: responseCode === CLOSING ? 'transaction' : 'recipient', reason };
}

interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly command?: string;
}

function createLogger(onEntry: (entry: { readonly tnx?: string }) => void) {
  const log = (entry: unknown) => onEntry(entry as { readonly tnx?: string });
  return {
    level: () => {},
    trace: log,
    debug: log,
    info: log,
    warn: log,
    error: log,
    fatal: log,
  };
}
