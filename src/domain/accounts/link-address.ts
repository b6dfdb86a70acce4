/** A link into the site that hands over a token. */
export function linkOf(
  publicUrl: string,
  path: string,
  name: 'verification' | 'reset',
  token: string,
): string {
  return `${publicUrl}${path}?${name}=${encodeURIComponent(token)}`;
}
