/** Builds an absolute URL that carries a token in its query. */
export function tokenUrl(
  publicUrl: string,
  path: string,
  name: 'verification' | 'reset' | 'address',
  token: string,
): string {
  return `${publicUrl}${path}?${name}=${encodeURIComponent(token)}`;
}
