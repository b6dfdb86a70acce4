import { isRightToLeft } from '#platform/language.ts';
import { decodeReferences } from '#platform/markup.ts';
import {
  addDirections,
  blockDirection,
  countDirections,
  type Direction,
  type DirectionCounts,
  hasRightToLeftScript,
} from './block-direction.ts';

/** Elements with a direction of their own. That of code is always left to right, and its words do not count. */
const BLOCKS = new Set([
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'ul',
  'ol',
  'li',
  'blockquote',
  'figure',
  'figcaption',
  'pre',
]);
const TAG = /^<(\/?)([a-z][a-z0-9]*)/;

interface Block {
  readonly parent: Block | null;
  readonly isCode: boolean;
  /** Index in the HTML of the end of the name of its tag. */
  readonly insertAt: number;
  counts: DirectionCounts;
}

/**
 * Sets `dir` on each block that is read in another direction than the text around it: a paragraph in English within an
 * article in Arabic, an item of a list, a caption. In a text without a language, the outermost blocks get `dir` if any of it
 * is written from right to left. Texts in one direction are returned unchanged.
 *
 * @param html sanitised, without `dir`: no angle brackets in attributes, all blocks closed. Takes linear time
 * @param lang language of the text, whose direction the surrounding element has; empty if unknown
 */
export function addBlockDirections(html: string, lang: string): string {
  const base = directionOf(lang);
  if (base !== 'rtl' && !hasRightToLeftScript(html)) return html;
  let shown = '';
  let from = 0;
  const directions = new Map<Block | null, Direction | undefined>([[null, base]]);
  for (const block of findBlocks(html)) {
    const inherited = directions.get(block.parent);
    const direction = block.isCode ? 'ltr' : (blockDirection(block.counts, base) ?? inherited);
    directions.set(block, direction);
    if (direction === undefined || direction === inherited) continue;
    shown += `${html.slice(from, block.insertAt)} dir="${direction}"`;
    from = block.insertAt;
  }
  return shown + html.slice(from);
}

const directionOf = (lang: string): Direction | undefined =>
  lang === '' ? undefined : isRightToLeft(lang) ? 'rtl' : 'ltr';

/** The blocks in the order of their tags, each with the words of all its text. */
function findBlocks(html: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let textStart = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', textStart)) {
    const end = html.indexOf('>', start);
    if (end === -1) break;
    if (open !== null && !open.isCode) addText(open, html.slice(textStart, start));
    textStart = end + 1;
    const [, slash, name = ''] = TAG.exec(html.slice(start, textStart)) ?? [];
    if (!BLOCKS.has(name)) continue;
    if (slash === '/') open = close(open);
    else {
      const insertAt = start + 1 + name.length;
      open = { parent: open, isCode: name === 'pre', insertAt, counts: { ltr: 0, rtl: 0 } };
      blocks.push(open);
    }
  }
  return blocks;
}

function addText(block: Block, text: string): void {
  block.counts = addDirections(block.counts, countDirections(decodeReferences(text)));
}

function close(block: Block | null): Block | null {
  if (block === null || block.parent === null) return null;
  block.parent.counts = addDirections(block.parent.counts, block.counts);
  return block.parent;
}
