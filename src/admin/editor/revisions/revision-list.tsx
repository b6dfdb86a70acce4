import type { ComponentProps, ReactNode } from 'react';
import { Pagination } from '../../components/pagination.tsx';
import { RevisionEntry } from './revision-entry.tsx';

type Revision = ComponentProps<typeof RevisionEntry>['revision'];

/** One page of the revisions of an article or of a page of the publication. */
export interface RevisionPage<T extends Revision = Revision> {
  readonly revisions: readonly T[];
  readonly page: number;
  readonly page_count: number;
}

interface RevisionListProps<T extends Revision> {
  readonly list: RevisionPage<T>;
  readonly currentRevision: number | undefined;
  readonly onCompare: (revision: T) => void;
  readonly onPage: (page: number) => void;
  /** Entries before the revisions. */
  readonly children?: ReactNode;
}

/** Lists one page of revisions, newest first, with buttons to compare each with the current one. */
export function RevisionList<T extends Revision>({
  list,
  currentRevision,
  onCompare,
  onPage,
  children,
}: RevisionListProps<T>) {
  return (
    <>
      <ol className="revision-list">
        {children}
        {list.revisions.map((revision) => (
          <RevisionEntry
            key={revision.revision}
            revision={revision}
            isCurrent={revision.revision === currentRevision}
            onCompare={() => onCompare(revision)}
          />
        ))}
      </ol>
      <Pagination label="Pages of revisions" page={list.page} pageCount={list.page_count} onPage={onPage} />
    </>
  );
}
