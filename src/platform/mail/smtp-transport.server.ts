import { createTransport } from 'nodemailer';
import { needsSmtpUtf8 } from './email-address.ts';
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
 *
 * @param onSmtpUtf8 called whenever the server has said which extensions it supports
 */
export function smtpTransport(
  url: string,
  onSmtpUtf8: (isSupported: boolean) => void = () => {},
): MailTransport {
  let stage: Stage = 'connecting';
  const extensions = new ExtensionReader();
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
    logger: createLogger(({ tnx }, text) => {
      if (tnx === 'send') stage = 'transaction';
      if (tnx === 'message') stage = 'body';
      if (extensions.read(tnx, text)) onSmtpUtf8(extensions.hasSmtpUtf8);
    }),
    // Adds the commands and replies to the log events, without the content of emails.
    transactionLog: true,
  });

  /** Without the extension, an address with other than ASCII characters before the @ cannot be written in a command. */
  async function lacksSmtpUtf8(to: string): Promise<boolean> {
    if (!needsSmtpUtf8(to)) return false;
    // A connection of its own, which ends before a sender is named.
    if (!extensions.hasSmtpUtf8) await mailer.verify();
    return !extensions.hasSmtpUtf8;
  }

  return {
    async deliver(mail, signal) {
      if (signal.aborted) return { state: 'deferred', cause: 'server', reason: 'The process is ending.' };
      stage = 'connecting';
      try {
        if (await lacksSmtpUtf8(mail.to.address)) return { state: 'refused', reason: NO_SMTPUTF8 };
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

const NO_SMTPUTF8 =
  'The mail server does not support SMTPUTF8, which this address needs: it has other than ASCII characters before the @.';

/** Finds the extensions of the server in its reply to EHLO. */
class ExtensionReader {
  hasSmtpUtf8 = false;
  #isNext = false;

  /** Returns true if this was the reply to EHLO. */
  read(tnx = '', text: unknown): boolean {
    const line = String(text);
    if (tnx === 'client') this.#isNext = /^(?:EHLO|LHLO|HELO) /.test(line);
    if (tnx !== 'server' || !this.#isNext) return false;
    this.#isNext = false;
    this.hasSmtpUtf8 = /^250[ -]SMTPUTF8\b/im.test(line);
    return true;
  }
}

function createLogger(onEntry: (entry: { readonly tnx?: string }, text: unknown) => void) {
  const log = (entry: unknown, text: unknown) => onEntry(entry as { readonly tnx?: string }, text);
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
