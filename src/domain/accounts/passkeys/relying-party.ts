/** Why a site cannot have passkeys (WebAuthn, section 5.1.2: a secure context whose host is a domain). */
export type PasskeyObstacle = 'ip_address' | 'not_https';

/** The site as browsers and authenticators know it. */
export interface RelyingParty {
  /** The relying party ID, to which every passkey is bound: the host name. */
  readonly id: string;
  /** Which browsers put into each response. */
  readonly origin: string;
}

/** Browsers treat these host names as secure without TLS. */
const isLocalhost = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost');

/** Of the parsed host name of a URL, which is never an abbreviated IPv4 address. */
const isIpAddress = (hostname: string) => hostname.startsWith('[') || /^[0-9.]+$/.test(hostname);

/** Null if the site at this URL can have passkeys. */
export function findPasskeyObstacle(publicUrl: string): PasskeyObstacle | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (isIpAddress(hostname)) return 'ip_address';
  return protocol === 'https:' || isLocalhost(hostname) ? null : 'not_https';
}

/** The relying party of the site at this URL, or null if it cannot have passkeys. */
export function findRelyingParty(publicUrl: string): RelyingParty | null {
  if (findPasskeyObstacle(publicUrl) !== null) return null;
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}
