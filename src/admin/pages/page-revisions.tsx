import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageFormValues } from './page-form-values.ts';
import { type OwnPage, pageRevisionsQuery } from './page-queries.ts';
import { PageRevisionView } from './page-revision-view.tsx';
import { RevisionsDialog } from './revisions-dialog.tsx';

interface PageRevisionsProps {
  readonly page: OwnPage;
  /** The present values of the form. */
  readonly values: PageFormValues;
  readonly onRestore: (values: PageFormValues) => void;
  readonly onClose: () => void;
}

/** The revisions of an own page. */
export function PageRevisions({ page, values, onRestore, onClose }: PageRevisionsProps) {
  const [listPage, setListPage] = useState(1);
  return (
    <RevisionsDialog
      list={useQuery(pageRevisionsQuery(page.id, listPage))}
      currentRevision={page.revision}
      onListPage={setListPage}
      renderRevision={(revision, onBack) => (
        <PageRevisionView
          pageId={page.id}
          revision={revision}
          values={values}
          onBack={onBack}
          onRestore={onRestore}
        />
      )}
      onClose={onClose}
    />
  );
}
