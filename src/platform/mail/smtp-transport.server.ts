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

/**
 * Mails through the server of an `smtp://` or `smtps://` address, one after the other over a connection that is kept.
 * With a password in the address nothing is said before the connection is encrypted; options in the address
 * (`?requireTLS=false`, `?tls.rejectUnauthorized=false`, `?socketTimeout=5000`) come before what is said here.
 */
export function smtpTransport(url: string): MailTransport {
  let wasSaid = false;
  const mailer = createTransport({
    pool: true,
    maxConnections: 1,
    // Left to itself the pool sends again what a lost connection leaves open; that is decided by the outbox.
    maxRequeues: 0,
    url,
    requireTLS: new URL(url).password !== '',
    ...PATIENCE,
    // The one way to learn that the body has been said to its end, after which a lost connection proves nothing.
    logger: listener((entry) => {
      if (entry.tnx === 'message') wasSaid = true;
    }),
  });

  async function attempt(send: () => Promise<unknown>): Promise<Outcome> {
    wasSaid = false;
    try {
      await send();
      return { state: 'accepted' };
    } catch (error) {
      return outcomeOf(error, wasSaid);
    }
  }

  let previous: Promise<unknown> = Promise.resolve();
  return {
    deliver(mail, signal) {
      // One at a time, so that what the listener hears belongs to this mail.
      const mine = previous.then(async () => {
        if (signal.aborted) return { state: 'deferred', reason: 'The process is ending.' } as const;
        return attempt(() => mailer.sendMail(compose(mail)));
      });
      previous = mine;
      return mine;
    },
    close: () => mailer.close(),
  };
}

/** A reply of the server decides; without one, whether there was anything left to say. */
function outcomeOf(error: unknown, wasSaid: boolean): Outcome {
  const { responseCode, command, message: reason } = error as Refused;
  if (responseCode === undefined) return { state: wasSaid ? 'unknown' : 'deferred', reason };
  // A refused sign-in or sender is a mistake in the settings and no fault of this mail: it waits for the repair.
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  return { state: responseCode >= 500 && isAboutMail ? 'refused' : 'deferred', reason };
}

interface Refused extends Error {
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
