import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';

const DIVIDER = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

/**
 * Plain text as paragraphs. Where it has blank lines they divide it and single line ends stay line ends; where it has
 * none, every line is a paragraph. A line of three hyphens is a divider. Tabs divide the cells of a spreadsheet, and are
 * shown as such.
 */
export function paragraphsOf(text: string, schema: Schema): Slice {
  const lines = withoutOuterBreaks(text.replace(/\r\n?/g, '\n'));
  const blocks = lines.split(/\n[ \t]*\n\s*/.test(lines) ? /\n[ \t]*\n\s*/ : /\n/);
  const nodes = blocks.flatMap((block) => nodesOf(block, schema));
  return Slice.maxOpen(Fragment.from(nodes));
}

function withoutOuterBreaks(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '\n') start += 1;
  while (end > start && text[end - 1] === '\n') end -= 1;
  return text.slice(start, end);
}

/** Leaves tabs that only indent. */
function withCellsDivided(line: string): string {
  const text = line.trimStart();
  const indent = line.slice(0, line.length - text.length);
  return indent + text.split('\t').join(' | ');
}

function nodesOf(block: string, schema: Schema): Node[] {
  const { paragraph, horizontalRule, hardBreak } = schema.nodes;
  if (paragraph === undefined) return [];
  if (DIVIDER.test(block) && horizontalRule !== undefined) return [horizontalRule.create()];
  const lines = block
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 && hardBreak !== undefined ? [hardBreak.create()] : []),
      ...(line === '' ? [] : [schema.text(withCellsDivided(line))]),
    ]);
  return [paragraph.create(null, lines)];
}
