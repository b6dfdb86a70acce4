import { diffWordsWithSpace } from 'diff';

export interface Segment {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A line of the comparison, or the number of unchanged lines that are collapsed. */
export type ComparedLine = readonly Segment[] | { readonly unchanged: number };

/** Milliseconds. After that, the whole text is shown as removed and added. */
const DIFF_TIMEOUT_MS = 1_500;

/** Word diff of two texts, with one unchanged line of context around each change. */
export function compareLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const [oldText, newText] = [before.join('\n'), after.join('\n')];
  const changes = diffWordsWithSpace(oldText, newText, { timeout: DIFF_TIMEOUT_MS });
  const segments: Segment[] = changes?.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  })) ?? [
    { kind: 'removed', text: oldText },
    { kind: 'added', text: `\n${newText}` },
  ];
  return collapseUnchanged(splitIntoLines(segments));
}

function splitIntoLines(segments: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = [[]];
  for (const { kind, text } of segments) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ kind, text: part });
    }
  }
  return lines.filter((line) => line.length > 0);
}

function collapseUnchanged(lines: readonly Segment[][]): ComparedLine[] {
  const isChanged = lines.map((line) => line.some(({ kind }) => kind !== 'same'));
  const shown: ComparedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if ([index - 1, index, index + 1].some((near) => isChanged[near] === true)) shown.push(line);
    else if (last !== undefined && 'unchanged' in last)
      shown[shown.length - 1] = { unchanged: last.unchanged + 1 };
    else shown.push({ unchanged: 1 });
  }
  return shown;
}
