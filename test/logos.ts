import type { SettingsPatch } from '#domain/site/settings.ts';
import type { SignInSite } from './accounts.ts';
import { repeatWhileUnavailable } from './picture-requests.ts';
import { makePhoto } from './pictures.ts';

/** Uploads a logo of 400 × 100 pixels and a square icon, and returns the settings that have them. */
export async function uploadLogos(
  app: Pick<SignInSite, 'fetch'>,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly appearance_logo: string; readonly appearance_icon: string } & SettingsPatch> {
  const upload = async (path: string, width: number, height: number) => {
    const body = new Uint8Array(await makePhoto({ width, height, format: 'png' }));
    const response = await repeatWhileUnavailable(() =>
      app.fetch(`/api/newsroom/settings/${path}`, { method: 'POST', headers, body }),
    );
    if (response.status !== 201) throw new Error(`the picture was not stored: ${await response.text()}`);
    return ((await response.json()) as { url: string }).url;
  };
  return {
    appearance_logo: await upload('logos', 400, 100),
    appearance_icon: await upload('icons', 512, 512),
  };
}
