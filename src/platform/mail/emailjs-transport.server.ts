import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { EmailjsConfig } from '#platform/config.server.ts';
import { parseRetryAfter } from '#platform/retry-after.ts';
import type { OutgoingMail } from './mail.ts';
import type { MailTransport, DeliveryResult } from './transport.ts';

const RESPONSE_TIMEOUT_MS = 20_000;
const MAX_REASON_LENGTH = 300;
const DEFAULT_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 3600;

const SENTENCES: Readonly<Record<number, string>> = {
  403: 'The provider blocks this site: it is on the blocklist, or the account does not allow API calls from servers',
  451: 'The provider blocks this site as a headless browser',
};

/**
 * Sends emails through the API of EmailJS, which fills a template of the account with the given parameters. It supports
 * neither HTML nor custom header fields. Requests are throttled.
 */
export function emailjsTransport(config: EmailjsConfig, clock: Clock): MailTransport {
  let lastRequest = 0;
  let pausedUntil = 0;

  return {
    async ready(signal) {
      const wait = lastRequest + config.throttleSeconds * 1000 - performance.now();
      if (lastRequest > 0 && wait > 0) await sleep(wait, undefined, { signal });
    },
    async deliver(mail) {
      const pause = Math.ceil((pausedUntil - clock().getTime()) / 1000);
      if (pause > 0) return deferred('The provider requested a pause.', pause);
      lastRequest = performance.now();
      const outcome = await send(config, mail, clock);
      if (outcome.state === 'deferred' && outcome.retryAfterSeconds !== undefined)
        pausedUntil = clock().getTime() + outcome.retryAfterSeconds * 1000;
      return outcome;
    },
    close: () => {},
  };
}

/** A deferral by the provider applies to every email. */
function deferred(reason: string, retryAfterSeconds?: number): DeliveryResult {
  const outcome = { state: 'deferred', cause: 'server', reason } as const;
  return retryAfterSeconds === undefined ? outcome : { ...outcome, retryAfterSeconds };
}

async function send(config: EmailjsConfig, mail: OutgoingMail, clock: Clock): Promise<DeliveryResult> {
  let response: Response;
  try {
    response = await fetch(config.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requestOf(config, mail)),
      redirect: 'error',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
  } catch (error) {
    return connectionFailed(error);
  }
  const answer = (await response.text().catch(() => '')).slice(0, MAX_REASON_LENGTH);
  return resultOf(response, answer, clock());
}

/** The request body of the EmailJS API. The sender shown in the email is the reply address, if there is one. */
function requestOf({ serviceId, templateId, publicKey, privateKey }: EmailjsConfig, mail: OutgoingMail) {
  const writer = mail.replyTo ?? mail.from;
  return {
    service_id: serviceId,
    template_id: templateId,
    user_id: publicKey,
    ...(privateKey === undefined ? {} : { accessToken: privateKey }),
    template_params: {
      from_name: writer.name ?? '',
      from_email: writer.address,
      subject: mail.subject,
      message: mail.text,
      to_email: mail.to.address,
    },
  };
}

function resultOf({ ok, status, headers }: Response, answer: string, now: Date): DeliveryResult {
  if (ok) return { state: 'accepted' };
  const reason = `${SENTENCES[status] ?? 'The provider answered'} (${status}: ${answer}).`;
  if (status === 429) {
    const pause = parseRetryAfter(headers.get('retry-after'), now) || DEFAULT_PAUSE_SECONDS;
    return deferred(reason, Math.min(pause, MAX_PAUSE_SECONDS));
  }
  return status >= 500 ? deferred(reason) : { state: 'refused', reason };
}

const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function connectionFailed(error: unknown): DeliveryResult {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  const reason = `The provider could not be reached: ${cause?.code ?? String(error)}.`;
  return NOT_REACHED.has(cause?.code ?? '') ? deferred(reason) : { state: 'unknown', reason };
}
