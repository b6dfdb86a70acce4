const LINK = /^(?:https?:\/\/|mailto:|tel:)[^\s]+$/i;
const PICTURE = /^(?:https?:\/\/|\/(?!\/)|data:image\/(?:png|jpeg|webp|avif|gif);base64,)/i;

/** The specification's four kinds of address; everything else becomes blank, on the server as well. */
export function isLinkAddress(address: string): boolean {
  return LINK.test(address.trim());
}

/** Of the web, of our own store, or a raster picture carried along as data, which the server puts into the store. */
export function isPictureAddress(address: string): boolean {
  return PICTURE.test(address.trim());
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
