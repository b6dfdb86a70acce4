import type { Phase } from './phase.ts';

/** With a scheme, with `www.`, or a bare name under an ending that spam likes. Counted once each, path included. */
const LINK =
  /(?:\b[a-z][a-z+.-]{1,10}:\/\/|\bwww\.)\S+|\b[\p{L}\p{N}-]{2,63}(?:\.[\p{L}\p{N}-]{2,63}){0,3}\.(?:com|net|org|info|biz|ru|cn|xyz|top|online|site|shop|club|store|icu)\b\S*/giu;

export const countLinks = (text: string): number => text.match(LINK)?.length ?? 0;

export const links =
  (allowed: number): Phase =>
  ({ text }) =>
    countLinks(text) > allowed ? { hold: 'links' } : null;
