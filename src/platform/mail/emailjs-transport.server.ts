import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { EmailjsConfig } from '#platform/config.server.ts';
import type { OutgoingMail } from './mail.ts';
import type { MailTransport, Outcome } from './transport.ts';

const ANSWER_MS = 20_000;
const LONGEST_REASON = 300;
const PAUSE_SECONDS = 60;

const SENTENCES: Readonly<Record<number, string>> = {
  403: 'The provider blocks this site: it is on its blocklist, or calls from servers are not allowed in its settings',
  451: 'The provider takes this site for a headless browser and blocks it',
};

/**
 * Mails through the send endpoint of EmailJS, which fills a template of the account with what it is given. It takes
 * neither HTML nor header fields of ours. Requests come no more often than the throttle allows.
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
      if (pause > 0) return waiting('The provider asked to wait.', pause);
      lastRequest = performance.now();
      const outcome = await send(config, mail);
      if (outcome.state === 'deferred' && outcome.retryAfterSeconds !== undefined)
        pausedUntil = clock().getTime() + outcome.retryAfterSeconds * 1000;
      return outcome;
    },
    close: () => {},
  };
}

/** Whatever the provider puts off it puts off for every mail. */
function waiting(reason: string, retryAfterSeconds?: number): Outcome {
  const outcome = { state: 'deferred', cause: 'server', reason } as const;
  return retryAfterSeconds === undefined ? outcome : { ...outcome, retryAfterSeconds };
}

async function send(config: EmailjsConfig, mail: OutgoingMail): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch(config.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requestOf(config, mail)),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch (error) {
    return lost(error);
  }
  const answer = (await response.text().catch(() => '')).slice(0, LONGEST_REASON);
  return outcomeOf(response, answer);
}

/** In the provider's words; who wrote it is the one to answer to. */
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

function outcomeOf({ ok, status, headers }: Response, answer: string): Outcome {
  if (ok) return { state: 'accepted' };
  const reason = `${SENTENCES[status] ?? 'The provider answered'} (${status}: ${answer}).`;
  if (status === 429) {
    const asked = Number(headers.get('retry-after'));
    return waiting(reason, Math.min(asked > 0 ? asked : PAUSE_SECONDS, 3600));
  }
  return status >= 500 ? waiting(reason) : { state: 'refused', reason };
}

const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function lost(error: unknown): Outcome {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  const reason = `The provider could not be reached: ${cause?.code ?? String(error)}.`;
  return NOT_REACHED.has(cause?.code ?? '') ? waiting(reason) : { state: 'unknown', reason };
}
