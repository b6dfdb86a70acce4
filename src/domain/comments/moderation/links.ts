import type { Phase } from './phase.ts';

/** With a scheme, with `www.`, or a bare name under an ending that spam likes. */
const LINK =
  /\b[a-z][a-z+.-]{1,10}:\/\/\S|\bwww\.\S|[\p{L}\p{N}-]{2}\.(?:com|net|org|info|biz|ru|cn|xyz|top|online|site|shop|club|store|icu)\b/iu;

/** Pieces of a text between blanks that hold a link: an address and its path count once. */
export const countLinks = (text: string): number =>
  text.split(/\s+/).filter((piece) => LINK.test(piece)).length;

export const links =
  (allowed: number): Phase =>
  ({ text }) =>
    countLinks(text) > allowed ? { hold: 'links' } : null;
