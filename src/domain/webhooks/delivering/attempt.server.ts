import { DeadlineExceededError, withDeadline } from '#platform/deadline.ts';
import { FetchError } from '#platform/outbound/checked-request.server.ts';
import { type PostResponse, postText } from '#platform/outbound/post-text.server.ts';
import { parseRetryAfter } from '#platform/retry-after.ts';
import { renderBody } from '../event-data.ts';
import { requireReceiverUrl } from '../receiver-url.server.ts';
import { decryptWebhookSecret, signatureHeaders } from '../signing.server.ts';
import type { webhookDeliveries, webhooks } from '../tables.server.ts';
import type { WebhookDeps } from '../webhook-deps.server.ts';

/** Of the whole request: address lookup, connection, and the head of the response. */
const REQUEST_TIMEOUT_MS = 10_000;

export interface DueDelivery {
  readonly webhook: typeof webhooks.$inferSelect;
  readonly delivery: typeof webhookDeliveries.$inferSelect;
}

/** How one request ended. */
export interface AttemptResult {
  readonly kind: 'delivered' | 'failed' | 'gone' | 'unreadable_secret';
  /** Null without a response. */
  readonly responseStatus: number | null;
  readonly durationMs: number;
  /** A sentence for administrators; null after a success. */
  readonly error: string | null;
  /** Seconds for which the receiver wants no further request, at most a day. */
  readonly pauseSeconds: number;
}

/** Sends one request. Throws the reason of `signal` when that aborts, and never otherwise. */
export async function attemptDelivery(
  deps: WebhookDeps,
  due: DueDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const started = performance.now();
  const ended = (
    result: Partial<AttemptResult> & Pick<AttemptResult, 'kind' | 'responseStatus' | 'error'>,
  ): AttemptResult => ({
    pauseSeconds: 0,
    ...result,
    durationMs: Math.round(performance.now() - started),
  });
  const secrets = readSecrets(deps, due);
  if (secrets === null)
    return ended({ kind: 'unreadable_secret', responseStatus: null, error: UNREADABLE_SECRET });
  try {
    const response = await withDeadline(
      REQUEST_TIMEOUT_MS,
      (ending) => send(deps, due, secrets, ending),
      signal,
    );
    const pauseSeconds = pauseOf(response, deps.clock());
    return ended({ ...resultOf(response.status), responseStatus: response.status, pauseSeconds });
  } catch (error) {
    signal.throwIfAborted();
    return ended({ kind: 'failed', responseStatus: null, error: describeFailure(error) });
  }
}

/** All valid secrets, or null if the present one cannot be decrypted. */
function readSecrets({ key, clock }: WebhookDeps, { webhook }: DueDelivery): string[] | null {
  const { id, secret, previousSecret, previousSecretUntil } = webhook;
  const present = decryptWebhookSecret(key, id, secret);
  if (present === null) return null;
  const isPreviousValid = previousSecretUntil !== null && previousSecretUntil > clock();
  const previous =
    previousSecret !== null && isPreviousValid ? decryptWebhookSecret(key, id, previousSecret) : null;
  return previous === null ? [present] : [present, previous];
}

async function send(
  { site, clock, receivers }: WebhookDeps,
  { webhook, delivery }: DueDelivery,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<PostResponse> {
  // The policy may have become stricter since the address was entered.
  const { href } = requireReceiverUrl(webhook.url, receivers);
  const body = renderBody(delivery, site().url);
  return postText(href, body, {
    policy: receivers.addresses,
    signal,
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders({ id: delivery.id, at: clock(), body, secrets }),
    },
  });
}

function resultOf(status: number): Pick<AttemptResult, 'kind' | 'error'> {
  if (status >= 200 && status <= 299) return { kind: 'delivered', error: null };
  if (status === 410) return { kind: 'gone', error: 'The receiver answered that it is gone (410).' };
  if (status >= 300 && status <= 399)
    return {
      kind: 'failed',
      error: `The receiver answered with a redirect (${status}), which is not followed.`,
    };
  return { kind: 'failed', error: `The receiver answered with status ${status}.` };
}

/** A receiver that has too much to do, or is being maintained, may say when to continue. */
const pauseOf = ({ status, retryAfter }: PostResponse, now: Date): number =>
  status === 429 || status === 503 ? (parseRetryAfter(retryAfter, now) ?? 0) : 0;

const UNREADABLE_SECRET = 'The signing secret cannot be decrypted. Create a new one.';

function describeFailure(error: unknown): string {
  if (error instanceof DeadlineExceededError)
    return `The receiver did not answer within ${REQUEST_TIMEOUT_MS / 1000} seconds.`;
  if (!(error instanceof FetchError)) return 'The request could not be sent.';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${error.message}${code}.`;
}
