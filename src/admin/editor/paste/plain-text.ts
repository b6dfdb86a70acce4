import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';

const DIVIDER = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

/**
 * Converts plain text to paragraphs. If the text has blank lines, they separate paragraphs and single line breaks become
 * hard breaks; otherwise every line is a paragraph. A line of three or more hyphens, asterisks or underscores is a
 * divider, unless `keepsSigns`. Tabs, which separate spreadsheet cells, become ` | `.
 */
export function parsePlainText(text: string, schema: Schema, keepsSigns = false): Slice {
  const lines = trimLineBreaks(text.replace(/\r\n?/g, '\n'));
  const blocks = lines.split(/\n[ \t]*\n\s*/.test(lines) ? /\n[ \t]*\n\s*/ : /\n/);
  const nodes = blocks.flatMap((block) => nodesFromBlock(block, schema, keepsSigns));
  return Slice.maxOpen(Fragment.from(nodes));
}

function trimLineBreaks(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '\n') start += 1;
  while (end > start && text[end - 1] === '\n') end -= 1;
  return text.slice(start, end);
}

/** Replaces tabs with ` | `, except leading tabs, which are indentation. */
function replaceCellTabs(line: string): string {
  const text = line.trimStart();
  const indent = line.slice(0, line.length - text.length);
  return indent + text.split('\t').join(' | ');
}

function nodesFromBlock(block: string, schema: Schema, keepsSigns: boolean): Node[] {
  const { paragraph, horizontalRule, hardBreak } = schema.nodes;
  if (paragraph === undefined) return [];
  if (!keepsSigns && DIVIDER.test(block) && horizontalRule !== undefined) return [horizontalRule.create()];
  const lines = block
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 && hardBreak !== undefined ? [hardBreak.create()] : []),
      ...(line === '' ? [] : [schema.text(replaceCellTabs(line))]),
    ]);
  return [paragraph.create(null, lines)];
}
