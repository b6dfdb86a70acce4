import { useMemo } from 'react';
import type { Draft } from '../draft/draft.ts';
import { linesOf } from './article-lines.ts';
import { compareLines, type Segment } from './compare.ts';

interface ComparisonProps {
  readonly before: Draft;
  readonly after: Draft;
  /** What is compared, for those who move by regions. */
  readonly label: string;
}

/** What changed from one version of an article to another: crossed out what went, underlined what came. */
export function Comparison({ before, after, label }: ComparisonProps) {
  const lines = useMemo(() => compareLines(linesOf(before), linesOf(after)), [before, after]);
  const isSame = lines.every((line) => 'unchanged' in line);
  return (
    <section className="comparison" aria-label={label}>
      {isSame && <p className="text-muted">Nothing is different.</p>}
      {!isSame &&
        lines.map((line, index) => (
          // The lines of a comparison never move.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index}>
            {'unchanged' in line ? <Unchanged count={line.unchanged} /> : line.map(shownSegment)}
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

function shownSegment({ kind, text }: Segment, index: number) {
  if (kind === 'same') return text;
  const Tag = kind === 'added' ? 'ins' : 'del';
  return (
    <Tag key={index}>
      <span className="hidden-visually">{kind}: </span>
      {text}
    </Tag>
  );
}
