import { useState } from 'react';
import type { RedirectKind } from '#domain/redirects/redirect.ts';
import { fieldErrorsOf } from '../api/api-error.ts';
import { api, parseResponse } from '../api-client.ts';
import { SelectField, TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { useRedirectCommand } from './redirect-queries.ts';

export interface RedirectValues {
  readonly kind: RedirectKind;
  readonly from: string;
  readonly to: string;
}

export interface EditedRedirect {
  /** Null for a new redirect. */
  readonly id: string | null;
  readonly initial: RedirectValues;
}

interface RedirectDialogProps extends EditedRedirect {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

const KINDS = [
  { value: 'exact', label: 'This address only' },
  { value: 'prefix', label: 'This address and all below it' },
] as const;

const MAX_LENGTH = 1_500;

/** Creates or changes a redirect. */
export function RedirectDialog({ isOpen, id, initial, onClose, finalFocus }: RedirectDialogProps) {
  const [values, setValues] = useState(initial);
  const saving = useRedirectCommand({
    run: async () => {
      if (id === null) await parseResponse(api.newsroom.redirects.$post({ json: values }));
      else await parseResponse(api.newsroom.redirects[':id'].$put({ param: { id }, json: values }));
    },
    done: id === null ? 'Redirect created' : 'Redirect saved',
    failed: 'Failed to save the redirect',
    onSuccess: onClose,
  });
  const errors = fieldErrorsOf(saving.error);

  function change(changed: Partial<RedirectValues>): void {
    setValues({ ...values, ...changed });
    saving.reset();
  }

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={id === null ? 'New redirect' : 'Edit redirect'}
      description="It applies where the site has no page. A page that exists always has precedence."
      hasInput={values !== initial}
      finalFocus={finalFocus}
      action="Save"
      busyAction="Saving..."
      request={saving}
    >
      <TextField
        label="From"
        hint="A path of this site, such as /old-page. It applies to any query, which is kept."
        required
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        value={values.from}
        error={errors['from']}
        onChange={(event) => change({ from: event.target.value })}
      />
      <SelectField
        label="Applies to"
        value={values.kind}
        options={KINDS}
        onChange={(value) => change({ kind: value === 'prefix' ? 'prefix' : 'exact' })}
      />
      <TextField
        label="To"
        hint={
          values.kind === 'prefix'
            ? 'A path of this site or an address with https. The rest of the path is appended.'
            : 'A path of this site or an address with https.'
        }
        required
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        value={values.to}
        error={errors['to']}
        onChange={(event) => change({ to: event.target.value })}
      />
    </FormDialog>
  );
}
