import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { OUTLINE_KINDS, type OutlineKind } from '#domain/pages/outline-kinds.ts';
import { OUTLINES } from './outlines.ts';
import { pageListQuery } from './page-queries.ts';

interface OutlineChoiceProps {
  /** Null for an empty page. */
  readonly onChoose: (kind: OutlineKind | null) => void;
  readonly onBack: () => void;
}

/** The outlines from which a new page can be written. Each can be used once. */
export function OutlineChoice({ onChoose, onBack }: OutlineChoiceProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useQuery(pageListQuery);
  // The screen replaces the list, and with it the element that had the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel page-screen" aria-labelledby={id}>
      <button type="button" className="button button-plain button-small justify-self-start" onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        All pages
      </button>
      <h2 id={id} ref={heading} tabIndex={-1}>
        New page
      </h2>
      <p className="text-sm text-muted">Start with an outline, whose prompts you replace, or with nothing.</p>
      <ul className="outlines">
        {OUTLINE_KINDS.map((kind) => {
          const isUsed = data?.pages.some((page) => page.kind === kind) === true;
          return (
            <li key={kind}>
              <button type="button" className="outline" disabled={isUsed} onClick={() => onChoose(kind)}>
                <strong>{OUTLINES[kind].title}</strong>{' '}
                <span>{isUsed ? 'Already created' : headingsOf(kind)}</span>
              </button>
            </li>
          );
        })}
        <li>
          <button type="button" className="outline" onClick={() => onChoose(null)}>
            <strong>Empty page</strong>
          </button>
        </li>
      </ul>
    </section>
  );
}

const headingsOf = (kind: OutlineKind) => OUTLINES[kind].sections.map(([heading]) => heading).join(' · ');
