const LINK = /^(?:https?:\/\/|mailto:|tel:)[^\s]+$/i;
const CARRIED = /^data:image\/(?:png|jpeg|webp|avif|gif);base64,/i;
const LOCAL = /^\/(?![/\\])/;

/** The specification's four kinds of address; everything else becomes blank, on the server as well. */
export function isLinkAddress(address: string): boolean {
  return LINK.test(address.trim());
}

export interface PictureAddress {
  /**
   * `own` is a path of this site, or a raster picture carried along as data, which goes into the store; `remote` is on
   * another site, from which the server fetches it.
   */
  readonly kind: 'own' | 'remote';
  readonly address: string;
}

/** Null for an address that is no picture's: of a disk, of another program, of a script. */
export function pictureAddress(text: string, origin: string): PictureAddress | null {
  const address = text.trim();
  if (CARRIED.test(address) || LOCAL.test(address)) return { kind: 'own', address };
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === origin
    ? { kind: 'own', address: url.pathname + url.search }
    : { kind: 'remote', address: url.href };
}

/**
 * What somebody types as an address, as one that works everywhere: `example.com` is meant with https, `/about` on this
 * site, `ada@example.com` as a mail address. Null when nothing of that kind is meant.
 */
export function meantAddress(typed: string, origin: string): string | null {
  const text = typed.trim();
  if (isLinkAddress(text)) return text;
  if (/^\/(?!\/)\S*$/.test(text)) return origin + text;
  if (/^[^\s@/:]+@[^\s@/:.]+(?:\.[^\s@/:.]+)+$/.test(text)) return `mailto:${text}`;
  if (/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?$/u.test(text)) return `https://${text}`;
  return null;
}
