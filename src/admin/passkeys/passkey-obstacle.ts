import { findPasskeyObstacle, type PasskeyObstacle } from '#domain/accounts/passkeys/relying-party.ts';
import { readPublication } from '../publication.ts';

/** Why this page cannot use passkeys. `unsupported`: the browser has none. */
export type PageObstacle = 'unsupported' | { readonly reason: string };

/** Null if this page can use passkeys: they belong to the host name of the public URL. */
export function findPageObstacle(): PageObstacle | null {
  const { url } = readPublication();
  const obstacle = findPasskeyObstacle(url);
  if (obstacle !== null) return { reason: `${NEEDS[obstacle]}, and the address of this site is ${url}.` };
  if (new URL(url).origin !== location.origin)
    return { reason: `Passkeys work at ${url}, and not at the address at which this page was opened.` };
  return 'PublicKeyCredential' in window ? null : 'unsupported';
}

const NEEDS: Readonly<Record<PasskeyObstacle, string>> = {
  ip_address: 'Passkeys need a domain name',
  not_https: 'Passkeys need an encrypted connection',
};
