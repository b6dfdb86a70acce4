import { z } from 'zod';

/** Lists of links that follow the sections of the site. */
export const LINK_LISTS = ['categories', 'sections', 'media'] as const;
export type LinkList = (typeof LINK_LISTS)[number];

/** The target of an own page. It stays the same when the page gets another slug. */
export const ownPageTarget = (id: string) => `page:${id}`;

/** What a link of the navigation leads to. Stored as text, so that another kind needs no other shape. */
export type LinkTarget =
  | { readonly kind: 'address'; readonly href: string }
  | { readonly kind: 'section'; readonly slug: string }
  | { readonly kind: 'page'; readonly id: string }
  | { readonly kind: 'list'; readonly list: LinkList };

/** Characters. */
export const TARGET_MAX_LENGTH = 300;

const SECTION = /^section:([a-z0-9-]{1,60})$/;
const OWN_PAGE = /^page:([0-9a-f-]{36})$/;
const MESSAGE = 'Please enter a path of this site, such as /about, or an address that starts with https://.';
/** Only to parse paths. */
const ORIGIN = 'https://site.invalid';

/**
 * `/PATH` and `https://…` are addresses, `section:SLUG` is a section and `page:ID` an own page, whatever their paths are, and
 * `list:NAME` is a list. Null
 * for anything else: also for paths such as `//host` and `/\host`, which lead to another site.
 */
export function parseTarget(text: string): LinkTarget | null {
  const slug = SECTION.exec(text)?.[1];
  if (slug !== undefined) return { kind: 'section', slug };
  const id = OWN_PAGE.exec(text)?.[1];
  if (id !== undefined) return { kind: 'page', id };
  const list = LINK_LISTS.find((name) => text === `list:${name}`);
  if (list !== undefined) return { kind: 'list', list };
  const href = parseAddress(text);
  return href === null ? null : { kind: 'address', href };
}

function parseAddress(text: string): string | null {
  if (text.startsWith('/')) return parsePath(text);
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' ? href : null;
}

function parsePath(text: string): string | null {
  if (!URL.canParse(text, ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(text, ORIGIN);
  // `/.//host` is a path, but not without its first segment.
  return origin === ORIGIN && !pathname.startsWith('//') ? pathname + search + hash : null;
}

/**
 * The target as text. An address is normalized as the URL standard serializes it, without spaces and quotes; the limit
 * applies to the result, which is parsed again when it is read.
 */
export const linkTarget = z
  .string()
  .trim()
  .refine((text) => text.isWellFormed(), MESSAGE)
  .overwrite((text) => parseAddress(text) ?? text)
  .max(TARGET_MAX_LENGTH, `Please enter at most ${TARGET_MAX_LENGTH} characters.`)
  .refine((text) => parseTarget(text) !== null, MESSAGE);
