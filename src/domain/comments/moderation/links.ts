import type { Phase } from './phase.ts';

/** A URL with a scheme, a name that begins with `www.`, or a bare domain name under a top-level domain common in spam. */
const LINK =
  /\b[a-z][a-z+.-]{1,10}:\/\/\S|\bwww\.\S|[\p{L}\p{N}-]{2}\.(?:com|net|org|info|biz|ru|cn|xyz|top|online|site|shop|club|store|icu)\b/iu;

/** Counts the whitespace-separated parts of a text that contain a link, so that a URL with its path counts once. */
export const countLinks = (text: string): number =>
  text.split(/\s+/).filter((part) => LINK.test(part)).length;

export const links =
  (allowed: number): Phase =>
  ({ text }) =>
    countLinks(text) > allowed ? { flag: 'links' } : null;
