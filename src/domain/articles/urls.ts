const LINK = /^(?:https?:\/\/|mailto:|tel:)[^\s]+$/i;
const DATA_URL = /^data:image\/(?:png|jpeg|webp|avif|gif);base64,/i;
const OWN_PATH = /^\/(?![/\\])/;

/** Whether a link may have this URL: the four kinds of the specification. The server blanks all others too. */
export function isAllowedLinkUrl(url: string): boolean {
  return LINK.test(url.trim());
}

export interface PictureUrl {
  /**
   * `own`: a path of this site, or a raster picture in a `data:` URL, which is uploaded. `remote`: on another site; the
   * server imports it.
   */
  readonly kind: 'own' | 'remote';
  readonly url: string;
}

/** Null for a URL that no picture may have, such as `file:`, `blob:` or `javascript:`. */
export function parsePictureUrl(text: string, origin: string): PictureUrl | null {
  const url = text.trim();
  if (DATA_URL.test(url) || OWN_PATH.test(url)) return { kind: 'own', url };
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return parsed.origin === origin
    ? { kind: 'own', url: parsed.pathname + parsed.search }
    : { kind: 'remote', url: parsed.href };
}
