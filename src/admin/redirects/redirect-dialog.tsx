import type { RedirectKind } from '#domain/redirects/redirect.ts';
import { api, parseResponse } from '../api-client.ts';
import { AddressField } from '../components/address-field.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import { EditDialog, type EditedItem, useEditForm } from '../components/edit-dialog.tsx';
import { SelectField } from '../components/field.tsx';
import { useRedirectCommand } from './redirect-queries.ts';

export interface RedirectValues {
  readonly kind: RedirectKind;
  readonly from: string;
  readonly to: string;
}

interface RedirectDialogProps extends DialogControl {
  readonly item: EditedItem<RedirectValues>;
}

const KINDS = [
  { value: 'exact', label: 'This address only' },
  { value: 'prefix', label: 'This address and all below it' },
] as const;

const DESCRIPTION =
  'It applies where the site has no page. A page that exists has precedence, unless the address has a query.';

const MAX_LENGTH = 1_500;

/** Creates or changes a redirect. */
export function RedirectDialog({ item, ...dialog }: RedirectDialogProps) {
  const { id } = item;
  const form = useEditForm(item);
  const { values } = form;
  const saving = useRedirectCommand({
    run: async () => {
      if (id === null) await parseResponse(api.newsroom.redirects.$post({ json: values }));
      else await parseResponse(api.newsroom.redirects[':id'].$put({ param: { id }, json: values }));
    },
    done: id === null ? 'Redirect created' : 'Redirect saved',
    failed: 'Failed to save the redirect',
    onSuccess: dialog.onClose,
  });
  return (
    <EditDialog {...dialog} noun="redirect" description={DESCRIPTION} form={form} request={saving}>
      {(errors, change) => (
        <>
          <AddressField
            label="From"
            hint="A path of this site, such as /old-page, which applies to any query and keeps it, or one with a query, such as /?p=123."
            required
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
          <AddressField
            label="To"
            hint={
              values.kind === 'prefix'
                ? 'A path of this site or an address with https. The rest of the path is appended.'
                : 'A path of this site or an address with https.'
            }
            required
            maxLength={MAX_LENGTH}
            value={values.to}
            error={errors['to']}
            onChange={(event) => change({ to: event.target.value })}
          />
        </>
      )}
    </EditDialog>
  );
}
