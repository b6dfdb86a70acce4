import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { api, parseResponse } from '../api-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { SelectField } from '../components/field.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { refreshSections, type Section } from './section-queries.ts';
import { useSections } from './use-sections.ts';

interface RemoveSectionProps {
  readonly section: Section;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Asks before a section is removed, and which section gets its articles and paths. */
export function RemoveSection({ section, isOpen, onClose, onRemoved }: RemoveSectionProps) {
  const queries = useQueryClient();
  const { all } = useSections();
  const [target, setTarget] = useState('');
  const { article_count: count } = section;
  const removal = useMutation({
    mutationFn: () => {
      const header = { 'if-match': `"${section.revision}"` };
      const query = target === '' ? {} : { move_to: target };
      return parseResponse(
        api.newsroom.sections[':id'].$delete({ param: { id: section.id }, query, header }),
      );
    },
    async onSuccess() {
      // First, because closing the screen cancels a request that is running.
      await refreshSections(queries).catch(() => undefined);
      toastSuccess('Section removed');
      onRemoved();
    },
    async onError(error) {
      toastFailure('Failed to remove section', error.message);
      onClose();
      await refreshSections(queries);
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Remove section"
      subject={section.name}
      text={
        count === 0
          ? 'Its page will no longer exist. Its paths can redirect to another section.'
          : `Its page will no longer exist. Its ${formatCount(count, 'article')}, drafts and the trash included, move to another section, to which its paths redirect.`
      }
      action="Remove"
      busyAction="Removing..."
      isBusy={removal.isPending}
      isDangerous
      isIncomplete={count > 0 && target === ''}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    >
      <SelectField
        label={count === 0 ? 'Redirect its paths to' : 'Move its articles to'}
        value={target}
        options={[
          { value: '', label: count === 0 ? 'No section' : 'Please choose a section' },
          ...all
            .filter(({ slug }) => slug !== section.slug)
            .map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        onChange={setTarget}
      />
    </ConfirmDialog>
  );
}
