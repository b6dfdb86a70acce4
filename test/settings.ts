import type { SettingsPatch } from '#domain/site/settings.ts';
import type { SignInSite } from './accounts.ts';

const PATH = '/api/newsroom/settings';

/** Sends a change of settings that is based on the current ones. */
export async function patchSettings(
  app: Pick<SignInSite, 'fetch'>,
  headers: Readonly<Record<string, string>>,
  patch: SettingsPatch | Readonly<Record<string, unknown>>,
): Promise<Response> {
  const current = await app.fetch(PATH, { headers });
  return app.fetch(PATH, {
    method: 'PATCH',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'if-match': current.headers.get('etag') ?? '',
    },
    body: JSON.stringify(patch),
  });
}

/** Changes settings; throws unless they were accepted. */
export async function changeSettings(
  app: Pick<SignInSite, 'fetch'>,
  headers: Readonly<Record<string, string>>,
  patch: SettingsPatch,
): Promise<void> {
  const response = await patchSettings(app, headers, patch);
  if (response.status !== 200) throw new Error(`the settings were not accepted: ${await response.text()}`);
}
