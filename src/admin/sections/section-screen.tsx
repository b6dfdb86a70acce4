import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ExternalLink, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { LoadFailure } from '../components/load-failure.tsx';
import { Notice } from '../components/notice.tsx';
import { Spinner } from '../components/spinner.tsx';
import { RemoveSection } from './remove-section.tsx';
import { SectionForm } from './section-form.tsx';
import { type Section, sectionsQuery } from './section-queries.ts';

interface SectionScreenProps {
  /** Null for a new section. */
  readonly id: string | null;
  readonly onCreated: (section: Section) => void;
  readonly onBack: () => void;
}

/** One section: the form, the link to its page, and removal. */
export function SectionScreen({ id, onCreated, onBack }: SectionScreenProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, refetch } = useQuery(sectionsQuery());
  const section = data?.sections.find((one) => one.id === id) ?? null;
  // The screen replaces the list, and with it the element that had the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel section-screen" aria-labelledby={titleId}>
      <button type="button" className="button button-plain button-small justify-self-start" onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        All sections
      </button>
      <div className="list-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {id === null ? 'New section' : (section?.name ?? 'Section')}
        </h2>
        {section !== null && <SectionActions section={section} onRemoved={onBack} />}
      </div>
      {id === null || section !== null ? (
        <SectionForm section={section} onCreated={onCreated} />
      ) : data !== undefined ? (
        <Notice text="This section no longer exists" />
      ) : isError ? (
        <LoadFailure text="Failed to load section" onRetry={refetch} />
      ) : (
        <Spinner label="Loading section..." />
      )}
    </section>
  );
}

interface SectionActionsProps {
  readonly section: Section;
  readonly onRemoved: () => void;
}

function SectionActions({ section, onRemoved }: SectionActionsProps) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <a className="button button-plain button-small" href={section.path}>
        <ExternalLink size={15} aria-hidden="true" />
        View page
      </a>
      <button type="button" className="button button-plain button-small" onClick={() => setRemoving(true)}>
        <Trash2 size={15} aria-hidden="true" />
        Remove
      </button>
      <RemoveSection
        section={section}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={onRemoved}
      />
    </div>
  );
}
