import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { TAG_MAX_LENGTH } from '#domain/articles/article.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { useSections } from '../../sections/use-sections.ts';
import { tagListQuery } from '../tag-queries.ts';
import { articleCount, BULK_ACTIONS, type BulkAction } from './bulk-actions.ts';
import type { ChangeInput } from './use-apply-changes.ts';

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly count: number;
  /** The slug of the section in which the articles are. */
  readonly section: string;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onConfirm: (input: ChangeInput) => void;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** Asks whether to change the selected articles, and for the section or tag. */
export function BulkDialog({
  action,
  count,
  section,
  isBusy,
  onConfirm,
  onClose,
  ...dialog
}: BulkDialogProps) {
  const texts = BULK_ACTIONS[action];
  const [chosen, setChosen] = useState('');
  const [tag, setTag] = useState('');
  const input = texts.input === 'section' ? chosen : tag.trim();
  const title = texts.question(articleCount(count));
  const name = texts.input;
  if (name === null)
    return (
      <ConfirmDialog
        {...dialog}
        title={title}
        text={texts.text}
        action={texts.label}
        busyAction={texts.busy}
        isBusy={isBusy}
        isDangerous={texts.isDangerous}
        onConfirm={() => onConfirm({})}
        onCancel={onClose}
      />
    );
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={title}
      description={texts.text}
      hasInput={input !== ''}
      action={texts.label}
      busyAction={texts.busy}
      isIncomplete={input === ''}
      request={{ isPending: isBusy, error: null, mutate: () => onConfirm({ [name]: input }) }}
    >
      {name === 'section' ? (
        <SectionField section={section} value={chosen} onChange={setChosen} />
      ) : (
        <TagField value={tag} onChange={setTag} />
      )}
    </FormDialog>
  );
}

interface ValueProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SectionField({ section, value, onChange }: ValueProps & { readonly section: string }) {
  const others = useSections().all.filter(({ slug }) => slug !== section);
  const options = others.map(({ slug, shortName }) => ({ value: slug, label: shortName }));
  return (
    <SelectField
      label="Section"
      value={value}
      options={[{ value: '', label: 'Choose a section' }, ...options]}
      onChange={onChange}
    />
  );
}

function TagField({ value, onChange }: ValueProps) {
  const id = useId();
  const tags = useQuery({ ...tagListQuery(value.trim()), enabled: value.trim() !== '' });
  return (
    <>
      <TextField
        label="Tag"
        list={id}
        maxLength={TAG_MAX_LENGTH}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {tags.data?.tags.map(({ slug, name }) => (
          <option key={slug}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
