import { counted } from '#ui/counted.ts';

/** What a clipboard held and an article cannot. */
export interface PasteLosses {
  /** Pictures whose address is a file on the computer. */
  pictures: number;
  /** Hosts of embedded pages and players; empty for one without an address. */
  readonly embeds: string[];
  /** Tables that have become lines of text. */
  tables: number;
}

/** Pages and players of other sites: their script and their frames have no place in an article. */
export const EMBEDS = 'iframe, embed, object, video, audio';

const START_OF_EMBED = /<(?:iframe|embed|object|video|audio)\b/gi;
const ADDRESS = /\s(?:src|data)\s*=\s*["']?([^"'\s>]+)/i;
/** Characters of a tag that are looked at. */
const LONGEST_TAG = 2000;

/**
 * What is lost of a clipboard before its elements can be looked at: the page's policy takes embeds, and the VML in
 * which Word names a picture a second time, out of every string that is parsed.
 */
export function lossesIn(html: string): PasteLosses {
  const embeds = Array.from(html.matchAll(START_OF_EMBED), ({ index }) => {
    const tag = html.slice(index, index + LONGEST_TAG).split('>', 1)[0] ?? '';
    const address = ADDRESS.exec(tag)?.[1] ?? '';
    return URL.canParse(address) ? new URL(address).hostname : '';
  });
  return { pictures: html.split('<v:imagedata').length - 1, embeds, tables: 0 };
}

/** One sentence for each kind of loss. */
export function lossSentences({ pictures, embeds, tables }: PasteLosses): string[] {
  const hosts = [...new Set(embeds)].filter((host) => host !== '').slice(0, 5);
  const from = hosts.length === 0 ? '' : ` (${hosts.join(', ')})`;
  return [
    pictures > 0 &&
      `${counted(pictures, 'picture')} could not be pasted: the clipboard names only a file on your computer. Insert them with the picture button.`,
    embeds.length > 0 &&
      `${counted(embeds.length, 'embedded page or player', 'embedded pages or players')}${from} could not be kept.`,
    tables > 0 && `${counted(tables, 'table')} became lines of text, with the cells divided by |.`,
  ].filter((sentence) => sentence !== false);
}
