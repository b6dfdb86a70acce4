import { formatCount } from '#ui/format-count.ts';

/** Clipboard content that an article cannot contain. */
export interface PasteLosses {
  /** Number of pictures whose URL is a local file. */
  pictures: number;
  /** Hosts of embedded pages and players; an empty string for an embed without a valid URL. */
  readonly embeds: string[];
  /** Number of tables converted to lines of text. */
  tables: number;
}

/** Embedded pages and players. Articles may not contain frames or scripts of other sites. */
export const EMBEDS = 'iframe, embed, object, video, audio';

const EMBED_START_TAG = /<(?:iframe|embed|object|video|audio)\b/gi;
const URL_ATTRIBUTE = /\s(?:src|data)\s*=\s*["']?([^"'\s>]+)/i;
/** Maximum number of characters of a tag that are searched. */
const MAX_TAG_LENGTH = 2000;

/**
 * Counts pictures and embeds in the HTML string, before it is parsed. The page's Trusted Types policy (DOMPurify) removes
 * embeds, and the VML in which Word repeats its pictures, from every parsed string.
 */
export function findLosses(html: string): PasteLosses {
  const embeds = Array.from(html.matchAll(EMBED_START_TAG), ({ index }) => {
    const tag = html.slice(index, index + MAX_TAG_LENGTH).split('>', 1)[0] ?? '';
    const url = URL_ATTRIBUTE.exec(tag)?.[1] ?? '';
    return URL.canParse(url) ? new URL(url).hostname : '';
  });
  return { pictures: html.split('<v:imagedata').length - 1, embeds, tables: 0 };
}

/** One message for each kind of loss. */
export function lossMessages({ pictures, embeds, tables }: PasteLosses): string[] {
  const hosts = [...new Set(embeds)].filter((host) => host !== '').slice(0, 5);
  const from = hosts.length === 0 ? '' : ` (${hosts.join(', ')})`;
  return [
    pictures > 0 &&
      `${formatCount(pictures, 'picture')} could not be pasted: the clipboard contains only a path on your computer. Insert them with the picture button.`,
    embeds.length > 0 &&
      `${formatCount(embeds.length, 'embedded page or player', 'embedded pages or players')}${from} could not be kept.`,
    tables > 0 &&
      `${formatCount(tables, 'table was', 'tables were')} converted to lines of text, with cells separated by |.`,
  ].filter((message) => message !== false);
}
