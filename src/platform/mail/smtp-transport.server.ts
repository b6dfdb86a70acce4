import { createTransport } from 'nodemailer';
import { compose } from './composition.server.ts';
import type { MailTransport, Outcome } from './transport.ts';

/** Milliseconds, each from the last sign of life of the server. */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Milliseconds for one mail in all: a server that answers one byte at a time does not hold its sender for ever. */
const LONGEST_DELIVERY_MS = 120_000;

/** How far a mail has come. After `body` a lost connection proves nothing. */
type Stage = 'connecting' | 'transaction' | 'body';

/**
 * Mails through the server of an `smtp://` or `smtps://` address, one after the other over a connection that is kept.
 * With a password in the address nothing is said before the connection is encrypted; options in the address
 * (`?requireTLS=false`, `?tls.rejectUnauthorized=false`, `?socketTimeout=5000`) come before what is said here.
 */
export function smtpTransport(url: string): MailTransport {
  let stage: Stage = 'connecting';
  const mailer = createTransport({
    pool: true,
    maxConnections: 1,
    // Left to itself the pool sends again what a lost connection leaves open; that is decided by the sender.
    maxRequeues: 0,
    url,
    requireTLS: new URL(url).password !== '',
    ...PATIENCE,
    // The one way to learn the stage. `send`: connected and signed in, MAIL FROM comes next. `message`: the body was
    // said to its end.
    logger: listener(({ tnx }) => {
      if (tnx === 'send') stage = 'transaction';
      if (tnx === 'message') stage = 'body';
    }),
  });

  return {
    async deliver(mail, signal) {
      if (signal.aborted) return { state: 'deferred', cause: 'server', reason: 'The process is ending.' };
      stage = 'connecting';
      try {
        await mailer.sendMail({ ...compose(mail), signal: AbortSignal.timeout(LONGEST_DELIVERY_MS) });
        return { state: 'accepted' };
      } catch (error) {
        return outcomeOf(error as SmtpError, stage);
      }
    },
    close: () => mailer.close(),
  };
}

/** RFC 5321, 3.8: the server closes the connection, whichever command it answers. */
const CLOSING = 421;

/**
 * A reply of the server decides (RFC 5321, 4.2.1: 4yz temporary, 5yz permanent); without one, whether there was anything
 * left to say. A refused sign-in or sender is wrong in the settings and not the fault of the mail: it waits for the repair.
 */
function outcomeOf({ responseCode, command, message: reason }: SmtpError, stage: Stage): Outcome {
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

function listener(hear: (entry: { readonly tnx?: string }) => void) {
  const listen = (entry: unknown) => hear(entry as { readonly tnx?: string });
  return {
    level: () => {},
    trace: listen,
    debug: listen,
    info: listen,
    warn: listen,
    error: listen,
    fatal: listen,
  };
}
