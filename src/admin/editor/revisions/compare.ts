import { diffWordsWithSpace } from 'diff';

export interface Segment {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A paragraph of the comparison, or how many were left out because nothing near them has changed. */
export type ComparedLine = readonly Segment[] | { readonly unchanged: number };

/** Milliseconds. Two very different long texts are then shown as one taken out and one put in. */
const PATIENCE = 1_500;

/** What has changed from one text to another, by words, with one unchanged line around each change. */
export function compareLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const [old, young] = [before.join('\n'), after.join('\n')];
  const changes = diffWordsWithSpace(old, young, { timeout: PATIENCE });
  const segments: Segment[] = changes?.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  })) ?? [
    { kind: 'removed', text: old },
    { kind: 'added', text: `\n${young}` },
  ];
  return withoutFar(inLines(segments));
}

function inLines(segments: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = [[]];
  for (const { kind, text } of segments) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ kind, text: part });
    }
  }
  return lines.filter((line) => line.length > 0);
}

function withoutFar(lines: readonly Segment[][]): ComparedLine[] {
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
