import { parseRetryAfter } from '#platform/retry-after.ts';
import { FetchError } from './checked-request.server.ts';
import { type PostOptions, postText } from './post-text.server.ts';

/**
 * Posts form fields to a URL from the settings, as `postText` does.
 *
 * @throws FetchError also for any status but 2xx, with the seconds after which the other site wants to be asked again
 */
export async function postForm(
  address: string,
  fields: Readonly<Record<string, string>>,
  { policy, signal }: Omit<PostOptions, 'headers'>,
): Promise<void> {
  const { status, retryAfter } = await postText(address, new URLSearchParams(fields).toString(), {
    policy,
    signal,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (status >= 200 && status <= 299) return;
  const retryAfterSeconds = parseRetryAfter(retryAfter, new Date());
  throw new FetchError(`The other site answers with status ${status}`, { retryAfterSeconds });
}
