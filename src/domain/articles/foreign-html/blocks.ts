import { BLOCKS, createElement, isBlank, isElement, renameElement, unwrap } from './dom.ts';

/** Blocks of pages that articles do not have. */
const FOREIGN_BLOCKS =
  'div, section, article, header, footer, main, aside, nav, center, address, details, summary, dialog, dl, dt, dd, fieldset, legend, form, hgroup, search, noscript, thead, tbody, tfoot, tr, td, th, caption';
const INLINE =
  'a, abbr, b, big, cite, del, dfn, em, font, i, ins, kbd, label, mark, q, s, samp, small, span, strike, strong, sub, sup, time, tt, u, var';
const ANY_BLOCK = `${BLOCKS}, ${FOREIGN_BLOCKS}`;
const BLOCK_NAMES = new Set(ANY_BLOCK.split(', '));

/** As `matches(ANY_BLOCK)`, which the parser of the server would compile each time. */
const isBlock = (node: Node): node is Element => isElement(node) && BLOCK_NAMES.has(node.localName);

/**
 * Replaces blocks that articles do not have by paragraphs, so that the text of two of them is never joined. What is around other
 * blocks is replaced by its content. Formats and links around blocks are moved into them.
 */
export function convertBlocks(body: HTMLElement): void {
  for (const inline of [...body.querySelectorAll(INLINE)].toReversed())
    if (inline.querySelector(ANY_BLOCK) !== null) moveIntoBlocks(inline);
  // Innermost first: a block around paragraphs is replaced by them.
  for (const block of [...body.querySelectorAll(FOREIGN_BLOCKS)].toReversed()) convertBlock(block);
}

function convertBlock(block: Element): void {
  // `separateFigures` has rules of its own.
  if (block.closest('figure') !== null) return;
  if (block.parentElement?.closest('p, h1, h2, h3, h4')) {
    block.replaceWith(' ', ...block.childNodes, ' ');
    return;
  }
  if (block.querySelector(BLOCKS) === null) {
    const style = block.getAttribute('style');
    const paragraph = renameElement(block, 'p');
    if (style !== null) paragraph.setAttribute('style', style);
    return;
  }
  wrapRuns(block, (near) => createElement(near, 'p'));
  unwrap(block);
}

/** Wraps each run of text and inline elements between the blocks of an element. Blank runs stay as they are. */
function wrapRuns(parent: Element, createWrapper: (near: Node) => Element): void {
  let wrapper: Element | null = null;
  // A copy: the loop moves them.
  const children = [...parent.childNodes];
  for (const child of children) {
    if (isBlock(child)) wrapper = null;
    else if (wrapper !== null) wrapper.append(child);
    else if (!isBlank(child)) {
      wrapper = createWrapper(child);
      child.before(wrapper);
      wrapper.append(child);
    }
  }
}

function wrap(node: Element, inline: Element): void {
  const wrapper = inline.cloneNode(false) as Element;
  node.before(wrapper);
  wrapper.append(node);
}

function moveIntoBlocks(inline: Element): void {
  addFormat(inline, inline);
  unwrap(inline);
}

/** Wraps the text of a block, and of the blocks in it, in copies of an inline element. */
function addFormat(block: Element, inline: Element): void {
  if (block.localName === 'pre') return;
  if (block.localName === 'figure') {
    if (inline.localName === 'a') for (const picture of block.querySelectorAll('img')) wrap(picture, inline);
    return;
  }
  wrapRuns(block, () => inline.cloneNode(false) as Element);
  for (const child of block.childNodes) if (isBlock(child)) addFormat(child, inline);
}
