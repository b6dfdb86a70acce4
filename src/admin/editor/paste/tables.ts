import type { PasteLosses } from './losses.ts';

const SEPARATOR = ' | ';
/** Elements that end a line. Between them the words of a cell get a space. */
const LINES = 'p, div, li, ul, ol, dl, dt, dd, h1, h2, h3, h4, blockquote, pre, br, table';

/**
 * Articles have no tables: each becomes a paragraph with a line for every row, its cells visibly divided. A table of one
 * column only arranges what is in it, and gives way to that.
 */
export function turnTablesIntoLines(body: HTMLElement, losses: PasteLosses): void {
  // The innermost first: what it becomes is part of a cell of the outer one.
  for (const table of [...body.querySelectorAll('table')].toReversed()) {
    const rows = [...table.rows].map((row) => [...row.cells]);
    if (rows.every((cells) => cells.length <= 1)) table.replaceWith(...rows.flat().map(blockOf));
    else {
      losses.tables += 1;
      table.replaceWith(...captionOf(table), linesOf(rows), ...table.querySelectorAll('img'));
    }
  }
}

function blockOf(cell: HTMLElement): HTMLElement {
  const block = document.createElement(cell.querySelector(LINES) === null ? 'p' : 'div');
  block.append(...cell.childNodes);
  return block;
}

function captionOf({ caption }: HTMLTableElement): HTMLElement[] {
  return caption === null ? [] : [blockOf(caption)];
}

function linesOf(rows: readonly (readonly HTMLTableCellElement[])[]): HTMLElement {
  const paragraph = document.createElement('p');
  for (const cells of rows) {
    if (cells.every((cell) => cell.textContent.trim() === '')) continue;
    if (paragraph.hasChildNodes()) paragraph.append(document.createElement('br'));
    for (const [index, cell] of cells.entries()) {
      if (index > 0) paragraph.append(SEPARATOR);
      paragraph.append(...wordsOf(cell));
    }
  }
  return paragraph;
}

/** What is in a cell, on one line. Pictures are left where they are. */
function wordsOf(cell: HTMLTableCellElement): Node[] {
  for (const element of cell.querySelectorAll(LINES)) element.replaceWith(' ', ...element.childNodes, ' ');
  const nodes = [...cell.childNodes].filter(({ nodeName }) => nodeName !== 'IMG');
  if (cell.localName !== 'th' || cell.textContent.trim() === '') return trimmed(nodes);
  const strong = document.createElement('strong');
  strong.append(...trimmed(nodes));
  return [strong];
}

function trimmed(nodes: readonly Node[]): Node[] {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first?.nodeType === Node.TEXT_NODE) first.textContent = (first.textContent ?? '').trimStart();
  if (last?.nodeType === Node.TEXT_NODE) last.textContent = (last.textContent ?? '').trimEnd();
  return [...nodes];
}
