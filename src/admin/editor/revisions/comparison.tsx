import { useMemo } from 'react';
import type { Draft } from '../draft/draft.ts';
import { linesOf } from './article-lines.ts';
import { compareLines, type Segment } from './compare.ts';

interface ComparisonProps {
  readonly before: Draft;
  readonly after: Draft;
  /** Accessible name of the region. */
  readonly label: string;
}

/** Diff of two versions of an article: removed text is struck through, added text is underlined. */
export function Comparison({ before, after, label }: ComparisonProps) {
  const lines = useMemo(() => compareLines(linesOf(before), linesOf(after)), [before, after]);
  const isSame = lines.every((line) => 'unchanged' in line);
  return (
    <section className="comparison" aria-label={label}>
      {isSame && <p className="text-muted">No differences.</p>}
      {!isSame &&
        lines.map((line, index) => (
          // The lines never change order.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index}>
            {'unchanged' in line ? <Unchanged count={line.unchanged} /> : line.map(renderSegment)}
          </p>
        ))}
    </section>
  );
}

function Unchanged({ count }: { readonly count: number }) {
  return (
    <span className="comparison-unchanged">
      ⋯ {count} unchanged {count === 1 ? 'paragraph' : 'paragraphs'}
    </span>
  );
}

function renderSegment({ kind, text }: Segment, index: number) {
  if (kind === 'same') return text;
  const Tag = kind === 'added' ? 'ins' : 'del';
  return (
    <Tag key={index}>
      <span className="visually-hidden">{kind}: </span>
      {text}
    </Tag>
  );
}
