import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteButton, PublicPageLink } from '../components/item-actions.tsx';
import { ItemScreen } from '../components/item-screen.tsx';
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
  const { data, isError, refetch } = useQuery(sectionsQuery());
  const section = data?.sections.find((one) => one.id === id) ?? null;
  return (
    <ItemScreen
      title={id === null ? 'New section' : (section?.name ?? 'Section')}
      list="All sections"
      actions={section !== null && <SectionActions section={section} onRemoved={onBack} />}
      onBack={onBack}
    >
      {id === null || section !== null ? (
        <SectionForm section={section} onCreated={onCreated} />
      ) : data !== undefined ? (
        <Notice text="This section no longer exists" />
      ) : isError ? (
        <LoadFailure text="Failed to load section" onRetry={refetch} />
      ) : (
        <Spinner label="Loading section..." />
      )}
    </ItemScreen>
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
      <PublicPageLink path={section.path} />
      <DeleteButton label="Remove" onClick={() => setRemoving(true)} />
      <RemoveSection
        section={section}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={onRemoved}
      />
    </div>
  );
}
