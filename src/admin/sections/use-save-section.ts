import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { api, parseResponse } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { inputOf, type SectionFormValues } from './section-form-values.ts';
import { refreshSections, type Section } from './section-queries.ts';

interface SaveSectionOptions {
  /** Null for a new section. */
  readonly section: Section | null;
  /** The revision that the values are based on. */
  readonly revision: number | string;
  readonly onSaved: (saved: Section, sent: SectionFormValues) => void;
}

/** Adds or changes a section. */
export function useSaveSection({ section, revision, onSaved }: SaveSectionOptions) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: SectionFormValues): Promise<Section> => {
      const json = inputOf(values);
      if (section === null) return parseResponse(api.newsroom.sections.$post({ json }));
      const header = { 'if-match': `"${revision}"` };
      return parseResponse(api.newsroom.sections[':id'].$put({ param: { id: section.id }, header, json }));
    },
    async onSuccess(saved, sent) {
      await refreshSections(queries).catch(() => undefined);
      toastSuccess(section === null ? 'Section added' : 'Section saved');
      onSaved(saved, sent);
    },
    onError: (error) =>
      toastFailure('Failed to save section', error instanceof ApiError ? error.message : undefined),
  });
}
