import { useQuery } from '@tanstack/react-query';
import { formValuesOf, type PageFormValues } from './page-form-values.ts';
import { pageLines } from './page-lines.ts';
import { pageRevisionQuery } from './page-queries.ts';
import { RevisionComparison } from './revision-comparison.tsx';

interface PageRevisionViewProps {
  readonly pageId: string;
  readonly revision: number;
  readonly values: PageFormValues;
  readonly onBack: () => void;
  readonly onRestore: (values: PageFormValues) => void;
}

/** One revision of a page, compared with the form. A restored page keeps its slug. */
export function PageRevisionView({ pageId, revision, values, onBack, onRestore }: PageRevisionViewProps) {
  return (
    <RevisionComparison
      revision={revision}
      query={useQuery(pageRevisionQuery(pageId, revision))}
      valuesOf={formValuesOf}
      values={values}
      linesOf={pageLines}
      onBack={onBack}
      onRestore={(restored) => onRestore({ ...restored, slug: values.slug, restoredFrom: revision })}
    />
  );
}
