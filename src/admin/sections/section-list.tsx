import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { NamedIcon } from '#ui/named-icon.tsx';
import { Announcement } from '../components/announcement.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { RowButtons } from '../components/row-buttons.tsx';
import { Spinner } from '../components/spinner.tsx';
import { NewItemButton } from '../components/new-item-button.tsx';
import { iconOf, type Section, sectionsQuery } from './section-queries.ts';
import { useReorderSections } from './use-reorder-sections.ts';

interface SectionListProps {
  readonly onCreate: () => void;
  readonly onOpen: (id: string) => void;
}

/** The sections in their order, with buttons that change it. */
export function SectionList({ onCreate, onOpen }: SectionListProps) {
  const titleId = useId();
  const { data, isError, refetch } = useQuery(sectionsQuery());
  return (
    <section className="panel" aria-labelledby={titleId}>
      <div className="list-head">
        <div>
          <h2 id={titleId}>Sections</h2>
          {data !== undefined && (
            <span className="list-count">{formatCount(data.sections.length, 'section')}</span>
          )}
        </div>
        <NewItemButton label="New section" isSmall onClick={onCreate} />
      </div>
      {data !== undefined ? (
        <Rows sections={data.sections} onOpen={onOpen} />
      ) : isError ? (
        <LoadFailure text="Failed to load sections" onRetry={refetch} />
      ) : (
        <Spinner label="Loading sections..." />
      )}
    </section>
  );
}

interface RowsProps extends Pick<SectionListProps, 'onOpen'> {
  readonly sections: readonly Section[];
}

function Rows({ sections, onOpen }: RowsProps) {
  const reorder = useReorderSections();
  const [announcement, setAnnouncement] = useState('');

  function move(from: number, to: number): void {
    const section = sections[from];
    if (section === undefined) return;
    reorder(sections.filter((_, index) => index !== from).toSpliced(to, 0, section));
    setAnnouncement(`${section.name} is now number ${to + 1} of ${sections.length}`);
  }

  return (
    <>
      <ol className="open-rows section-rows">
        {sections.map((section, index) => (
          <li key={section.id} data-section={section.slug}>
            <span className="section-row-icon">
              <NamedIcon name={iconOf(section)} size={20} />
            </span>
            <div>
              <button type="button" className="row-cover row-open" onClick={() => onOpen(section.id)}>
                <bdi>{section.name}</bdi>
              </button>
              <p className="text-xs text-muted wrap-anywhere">
                {section.path} · {formatCount(section.article_count, 'article')}
                {!section.is_visible && ' · Hidden'}
              </p>
            </div>
            <div className="section-row-actions">
              <RowButtons
                name={section.name}
                index={index}
                count={sections.length}
                onMove={(to) => move(index, to)}
              />
            </div>
          </li>
        ))}
      </ol>
      <Announcement text={announcement} />
    </>
  );
}
