import { createElement, TEXT_NODE } from './dom.ts';
import type { Losses } from './losses.ts';

const SEPARATOR = ' | ';
/** Block elements and line breaks, which become spaces inside a cell. */
const LINE_ELEMENTS = 'p, div, li, ul, ol, dl, dt, dd, h1, h2, h3, h4, blockquote, pre, br, table';

/**
 * Articles have no tables: each row becomes a paragraph with ` | ` between its cells. A table with one column is a layout table
 * and is replaced by its content.
 */
export function convertTables(body: HTMLElement, losses: Losses): void {
  // Innermost tables first: their result is part of a cell of the outer table.
  for (const table of [...body.querySelectorAll('table')].toReversed()) {
    const rows = [...table.querySelectorAll('tr')].map(cellsOf);
    const caption = [...table.children].find(({ localName }) => localName === 'caption');
    if (rows.every((cells) => cells.length <= 1)) table.replaceWith(...rows.flat().map(blockFromCell));
    else {
      losses.tables += 1;
      table.replaceWith(
        ...(caption === undefined ? [] : [blockFromCell(caption)]),
        ...rows.filter((cells) => cells.some(hasText)).map(paragraphFromRow),
        ...table.querySelectorAll('img'),
      );
    }
  }
}

function cellsOf(row: Element): Element[] {
  return [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th');
}

const hasText = (cell: Element): boolean => cell.textContent.trim() !== '';

function blockFromCell(cell: Element): HTMLElement {
  const block = createElement(cell, cell.querySelector(LINE_ELEMENTS) === null ? 'p' : 'div');
  block.append(...cell.childNodes);
  return block;
}

function paragraphFromRow(cells: readonly Element[]): HTMLElement {
  const [first] = cells;
  if (first === undefined) throw new Error('The row has no cells');
  const paragraph = createElement(first, 'p');
  for (const [index, cell] of cells.entries()) {
    if (index > 0) paragraph.append(SEPARATOR);
    paragraph.append(...inlineContent(cell));
  }
  return paragraph;
}

/** The content of a cell on one line, without its pictures, which stay in the cell. */
function inlineContent(cell: Element): Node[] {
  for (const element of cell.querySelectorAll(LINE_ELEMENTS))
    element.replaceWith(' ', ...element.childNodes, ' ');
  cell.normalize();
  const nodes = [...cell.childNodes].filter(({ nodeName }) => nodeName !== 'IMG');
  if (cell.localName !== 'th' || !hasText(cell)) return trimNodes(nodes);
  const strong = createElement(cell, 'strong');
  strong.append(...trimNodes(nodes));
  return [strong];
}

function trimNodes(nodes: readonly Node[]): Node[] {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first?.nodeType === TEXT_NODE) first.textContent = (first.textContent ?? '').trimStart();
  if (last?.nodeType === TEXT_NODE) last.textContent = (last.textContent ?? '').trimEnd();
  return [...nodes];
}
