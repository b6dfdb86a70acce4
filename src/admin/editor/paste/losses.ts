import { formatCount } from '#ui/format-count.ts';

/** Clipboard content that an article cannot contain. */
export interface PasteLosses {
  /** Number of pictures whose URL is a local file. */
  localPictures: number;
  /** Number of pictures without a URL that can be read outside of the page they were copied from. */
  unreadablePictures: number;
  /** Hosts of embedded pages and players; an empty string for an embed without a valid URL. */
  readonly embeds: string[];
  /** Number of charts and drawings that are not image files. Icons do not count. */
  drawings: number;
  /** Number of formulas reduced to text. */
  formulas: number;
  formFields: number;
  /** Number of tables converted to lines of text. */
  tables: number;
}

/** Embedded pages and players. Articles may not contain frames or scripts of other sites. */
export const EMBEDS = 'iframe, embed, object, video, audio';

const PICTURE_START_TAG = /<img\b/gi;
const EMBED_START_TAG = /<(?:iframe|embed|object|video|audio)\b/gi;
const URL_ATTRIBUTE = /\s(?:src|data)\s*=\s*["']?([^"'\s>]+)/i;
/** Maximum number of characters of a tag that are searched. */
const MAX_TAG_LENGTH = 2000;

/**
 * Counts pictures of local files and embeds in the HTML string, before it is parsed. The page's Trusted Types policy
 * (DOMPurify) removes embeds, `file:` URLs, and the VML in which Word repeats its pictures, from every parsed string.
 */
export function findLosses(html: string): PasteLosses {
  const files = urlsOf(html, PICTURE_START_TAG).filter((url) => /^file:/i.test(url)).length;
  const hosts = urlsOf(html, EMBED_START_TAG).map((url) => (URL.canParse(url) ? new URL(url).hostname : ''));
  return {
    localPictures: Math.max(files, html.split('<v:imagedata').length - 1),
    // They are found again after parsing, as pictures without a URL.
    unreadablePictures: -files,
    embeds: hosts,
    drawings: 0,
    formulas: 0,
    formFields: 0,
    tables: 0,
  };
}

/** The URLs of the elements with these start tags; an empty string for one without. */
function urlsOf(html: string, startTag: RegExp): string[] {
  return Array.from(html.matchAll(startTag), ({ index }) => {
    const tag = html.slice(index, index + MAX_TAG_LENGTH).split('>', 1)[0] ?? '';
    return URL_ATTRIBUTE.exec(tag)?.[1] ?? '';
  });
}

const pronoun = (count: number) => (count === 1 ? 'it' : 'them');
const insertPictures = (count: number) => `Insert ${pronoun(count)} with the picture button.`;

/** One message for each kind of loss. */
export function lossMessages(losses: PasteLosses): string[] {
  const { localPictures, unreadablePictures, drawings, formulas, formFields, tables } = losses;
  return [
    localPictures > 0 &&
      `${formatCount(localPictures, 'picture')} could not be pasted: the clipboard contains only a path on your computer. ${insertPictures(localPictures)}`,
    unreadablePictures > 0 &&
      `${formatCount(unreadablePictures, 'picture')} could not be pasted: the clipboard contains no address to load ${pronoun(unreadablePictures)} from. ${insertPictures(unreadablePictures)}`,
    embedMessage(losses.embeds),
    drawings > 0 &&
      `${formatCount(drawings, 'drawing or chart', 'drawings or charts')} could not be kept, only the words in ${pronoun(drawings)}. Insert ${drawings === 1 ? 'it as a picture' : 'them as pictures'}.`,
    formulas > 0 &&
      `${formatCount(formulas, 'formula was', 'formulas were')} reduced to text. Please check the text.`,
    formFields > 0 && `${formatCount(formFields, 'form field')} could not be kept.`,
    tables > 0 &&
      `${formatCount(tables, 'table was', 'tables were')} converted to lines of text, with cells separated by |.`,
  ].filter((message) => message !== false);
}

function embedMessage(embeds: PasteLosses['embeds']): string | false {
  const hosts = [...new Set(embeds)].filter((host) => host !== '').slice(0, 5);
  const from = hosts.length === 0 ? '' : ` (${hosts.join(', ')})`;
  const count = formatCount(embeds.length, 'embedded page or player', 'embedded pages or players');
  return embeds.length > 0 && `${count}${from} could not be kept.`;
}
