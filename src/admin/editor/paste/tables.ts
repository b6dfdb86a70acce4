import type { PasteLosses } from './losses.ts';

const SEPARATOR = ' | ';
/** Block elements and line breaks, which become spaces inside a cell. */
const LINE_ELEMENTS = 'p, div, li, ul, ol, dl, dt, dd, h1, h2, h3, h4, blockquote, pre, br, table';

/**
 * Articles have no tables: each becomes a paragraph with one line per row and ` | ` between cells. A table with one column
 * is a layout table and is replaced by its content.
 */
export function convertTables(body: HTMLElement, losses: PasteLosses): void {
  // Innermost tables first: their result is part of a cell of the outer table.
  for (const table of [...body.querySelectorAll('table')].toReversed()) {
    const rows = [...table.rows].map((row) => [...row.cells]);
    if (rows.every((cells) => cells.length <= 1)) table.replaceWith(...rows.flat().map(blockFromCell));
    else {
      losses.tables += 1;
      table.replaceWith(
        ...blocksFromCaption(table),
        paragraphFromRows(rows),
        ...table.querySelectorAll('img'),
      );
    }
  }
}

function blockFromCell(cell: HTMLElement): HTMLElement {
  const block = document.createElement(cell.querySelector(LINE_ELEMENTS) === null ? 'p' : 'div');
  block.append(...cell.childNodes);
  return block;
}

function blocksFromCaption({ caption }: HTMLTableElement): HTMLElement[] {
  return caption === null ? [] : [blockFromCell(caption)];
}

function paragraphFromRows(rows: readonly (readonly HTMLTableCellElement[])[]): HTMLElement {
  const paragraph = document.createElement('p');
  for (const cells of rows) {
    if (cells.every((cell) => cell.textContent.trim() === '')) continue;
    if (paragraph.hasChildNodes()) paragraph.append(document.createElement('br'));
    for (const [index, cell] of cells.entries()) {
      if (index > 0) paragraph.append(SEPARATOR);
      paragraph.append(...inlineContent(cell));
    }
  }
  return paragraph;
}

/** The content of a cell on one line, without its pictures, which stay in the cell. */
function inlineContent(cell: HTMLTableCellElement): Node[] {
  for (const element of cell.querySelectorAll(LINE_ELEMENTS))
    element.replaceWith(' ', ...element.childNodes, ' ');
  cell.normalize();
  const nodes = [...cell.childNodes].filter(({ nodeName }) => nodeName !== 'IMG');
  if (cell.localName !== 'th' || cell.textContent.trim() === '') return trimNodes(nodes);
  const strong = document.createElement('strong');
  strong.append(...trimNodes(nodes));
  return [strong];
}

function trimNodes(nodes: readonly Node[]): Node[] {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first?.nodeType === Node.TEXT_NODE) first.textContent = (first.textContent ?? '').trimStart();
  if (last?.nodeType === Node.TEXT_NODE) last.textContent = (last.textContent ?? '').trimEnd();
  return [...nodes];
}
