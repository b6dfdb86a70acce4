import { useMemo } from 'react';
import { compareLines, type Segment } from './compare.ts';

interface LineComparisonProps {
  /** The lines of the two versions. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Accessible name of the region. */
  readonly label: string;
}

/** Diff of two versions of a text: removed text is struck through, added text is underlined. */
export function LineComparison({ before, after, label }: LineComparisonProps) {
  const lines = useMemo(() => compareLines(before, after), [before, after]);
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
