import { FetchError } from './checked-request.server.ts';
import { type PostOptions, postText } from './post-text.server.ts';

/**
 * Posts form fields to a URL from the settings, as `postText` does.
 *
 * @throws FetchError also for any status but 2xx
 */
export async function postForm(
  address: string,
  fields: Readonly<Record<string, string>>,
  { policy, signal }: Omit<PostOptions, 'headers'>,
): Promise<void> {
  const status = await postText(address, new URLSearchParams(fields).toString(), {
    policy,
    signal,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (status < 200 || status > 299) throw new FetchError(`The other site answers with status ${status}`);
}
