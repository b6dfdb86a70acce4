import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { parseResponse, api } from '../api-client.ts';
import { NameField } from '../login/name-field.tsx';
import { ACCESS_QUERY_KEY } from '../session/access.ts';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import { useFormDraft } from '../unsaved/use-form-draft.ts';
import { OwnAccountForm } from './own-account-form.tsx';

const values = z.object({ name: z.string() });

export function NameForm({ name: saved }: { readonly name: string }) {
  const queries = useQueryClient();
  const draft = useFormDraft({ formId: 'account/name', schema: values, saved: { name: saved } });
  const { name } = draft.values;

  async function save(): Promise<string> {
    await parseResponse(api.account.$patch({ json: { name } }));
    await queries.refetchQueries({ queryKey: ACCESS_QUERY_KEY });
    draft.onSaved({ sent: { name }, saved: { name: name.trim() } });
    return 'Name changed';
  }

  return (
    <OwnAccountForm action="Change name" busyAction="Changing..." isReady={draft.isUnsaved} send={save}>
      {(errors) => (
        <>
          <NameField
            value={name}
            error={errors['name']}
            onChange={(value) => draft.change({ name: value })}
          />
          <FormDraftNotice draft={draft} />
        </>
      )}
    </OwnAccountForm>
  );
}
