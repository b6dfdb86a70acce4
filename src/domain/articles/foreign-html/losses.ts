/** What articles cannot contain, counted during a conversion. */
export interface Losses {
  /** Number of pictures whose URL is a local file. */
  localPictures: number;
  /** Number of pictures without a URL that can be read outside of the page they were copied from. */
  unreadablePictures: number;
  /** Number of pictures of other sites in a request. The editor imports those of a paste. */
  externalPictures: number;
  /** Hosts of embedded pages and players; an empty string for an embed without a valid URL. */
  readonly embeds: string[];
  scripts: number;
  /** Number of charts and drawings that are not image files. Icons do not count. */
  drawings: number;
  /** Number of formulas reduced to text. */
  formulas: number;
  formFields: number;
  /** Texts of buttons, such as "Copy code". */
  readonly buttons: string[];
  /** Number of tables converted to lines of text. */
  tables: number;
  /** Number of list items that had a checkbox. */
  checkboxes: number;
  /** Number of links to a place in the same document. */
  anchors: number;
  /** URLs of links without a host. */
  readonly relativeLinks: string[];
  /** Schemes of links that articles do not have, such as `ftp`. */
  readonly linkSchemes: string[];
  /** Number of texts that were not visible. */
  hiddenTexts: number;
  /** Number of comments of a word processor. */
  comments: number;
}

/** Embedded pages and players. Articles may not contain frames or scripts of other sites. */
export const EMBEDS = 'iframe, embed, object, video, audio';

const PICTURE_START_TAG = /<img\b/gi;
const EMBED_START_TAG = /<(?:iframe|embed|object|video|audio)\b/gi;
const SCRIPT_START_TAG = /<script\b/gi;
const URL_ATTRIBUTE = /\s(?:src|data)\s*=\s*["']?([^"'\s>]+)/i;
/** Maximum number of characters of a tag that are searched. */
const MAX_TAG_LENGTH = 2000;

/**
 * Counts pictures of local files, scripts and embeds in the HTML string, before it is parsed. The page's Trusted Types policy
 * (DOMPurify) removes embeds, `file:` URLs, and the VML in which Word repeats its pictures, from every parsed string.
 */
export function findLosses(html: string): Losses {
  const files = urlsOf(html, PICTURE_START_TAG).filter((url) => /^file:/i.test(url)).length;
  const hosts = urlsOf(html, EMBED_START_TAG).map((url) => (URL.canParse(url) ? new URL(url).hostname : ''));
  return {
    localPictures: Math.max(files, html.split('<v:imagedata').length - 1),
    // They are found again after parsing, as pictures without a URL.
    unreadablePictures: -files,
    externalPictures: 0,
    embeds: hosts,
    scripts: [...html.matchAll(SCRIPT_START_TAG)].length,
    drawings: 0,
    formulas: 0,
    formFields: 0,
    buttons: [],
    tables: 0,
    checkboxes: 0,
    anchors: 0,
    relativeLinks: [],
    linkSchemes: [],
    hiddenTexts: 0,
    comments: 0,
  };
}

/** The URLs of the elements with these start tags; an empty string for one without. */
function urlsOf(html: string, startTag: RegExp): string[] {
  return Array.from(html.matchAll(startTag), ({ index }) => {
    const tag = html.slice(index, index + MAX_TAG_LENGTH).split('>', 1)[0] ?? '';
    return URL_ATTRIBUTE.exec(tag)?.[1] ?? '';
  });
}
