import { useQuery } from '@tanstack/react-query';
import { OUTLINE_KINDS, type OutlineKind } from '#domain/pages/outline-kinds.ts';
import { ItemScreen } from '../components/item-screen.tsx';
import { OUTLINES } from './outlines.ts';
import { pageListQuery } from './page-queries.ts';

interface OutlineChoiceProps {
  /** Null for an empty page. */
  readonly onChoose: (kind: OutlineKind | null) => void;
  readonly onBack: () => void;
}

/** The outlines from which a new page can be written. Each can be used once. */
export function OutlineChoice({ onChoose, onBack }: OutlineChoiceProps) {
  const { data } = useQuery(pageListQuery);
  return (
    <ItemScreen title="New page" list="All pages" onBack={onBack}>
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
    </ItemScreen>
  );
}

const headingsOf = (kind: OutlineKind) => OUTLINES[kind].sections.map(([heading]) => heading).join(' · ');
