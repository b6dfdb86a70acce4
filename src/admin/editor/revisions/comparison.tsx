import { useMemo } from 'react';
import type { Draft } from '../draft/draft.ts';
import { linesOf } from './article-lines.ts';
import { LineComparison } from './line-comparison.tsx';

interface ComparisonProps {
  readonly before: Draft;
  readonly after: Draft;
  /** Accessible name of the region. */
  readonly label: string;
}

/** Diff of two versions of an article. */
export function Comparison({ before, after, label }: ComparisonProps) {
  const linesBefore = useMemo(() => linesOf(before), [before]);
  const linesAfter = useMemo(() => linesOf(after), [after]);
  return <LineComparison before={linesBefore} after={linesAfter} label={label} />;
}
