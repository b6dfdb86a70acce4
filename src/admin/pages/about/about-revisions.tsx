import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RevisionComparison } from '../revision-comparison.tsx';
import { RevisionsDialog } from '../revisions-dialog.tsx';
import { aboutLines, type AboutFormValues, formValuesOf } from './about-form-values.ts';
import { type AboutPage, aboutRevisionQuery, aboutRevisionsQuery } from './about-queries.ts';

interface AboutRevisionsProps {
  readonly page: AboutPage;
  /** The present values of the form. */
  readonly values: AboutFormValues;
  readonly onRestore: (values: AboutFormValues) => void;
  readonly onClose: () => void;
}

/** The revisions of the About page. */
export function AboutRevisions({ page, values, onRestore, onClose }: AboutRevisionsProps) {
  const [listPage, setListPage] = useState(1);
  return (
    <RevisionsDialog
      list={useQuery(aboutRevisionsQuery(listPage))}
      currentRevision={page.revision}
      onListPage={setListPage}
      renderRevision={(revision, onBack) => (
        <AboutRevisionView revision={revision} values={values} onBack={onBack} onRestore={onRestore} />
      )}
      onClose={onClose}
    />
  );
}

interface AboutRevisionViewProps extends Pick<AboutRevisionsProps, 'values' | 'onRestore'> {
  readonly revision: number;
  readonly onBack: () => void;
}

function AboutRevisionView({ revision, values, onBack, onRestore }: AboutRevisionViewProps) {
  return (
    <RevisionComparison
      revision={revision}
      query={useQuery(aboutRevisionQuery(revision))}
      valuesOf={formValuesOf}
      values={values}
      linesOf={aboutLines}
      onBack={onBack}
      onRestore={(restored) => onRestore({ ...restored, restoredFrom: revision })}
    />
  );
}
