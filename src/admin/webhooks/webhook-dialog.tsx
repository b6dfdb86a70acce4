import { useId } from 'react';
import {
  NAME_MAX_LENGTH,
  URL_MAX_LENGTH,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '#domain/webhooks/webhook.ts';
import { api, parseResponse } from '../api-client.ts';
import { AddressField } from '../components/address-field.tsx';
import { CheckFields } from '../components/check-field.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import { EditDialog, type EditedItem, useEditForm } from '../components/edit-dialog.tsx';
import { TextField } from '../components/field.tsx';
import { EVENT_LABELS } from './webhook-labels.ts';
import { useWebhookCommand } from './webhook-queries.ts';

export interface WebhookValues {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly is_enabled: boolean;
}

interface WebhookDialogProps extends DialogControl {
  readonly item: EditedItem<WebhookValues>;
  /** Called with the secret of a new webhook. */
  readonly onCreated: (secret: string) => void;
}

const DESCRIPTION =
  'Events are sent as signed JSON by POST. Texts of articles and addresses of readers are not among them.';

/** Creates or changes a webhook. */
export function WebhookDialog({ item, onCreated, ...dialog }: WebhookDialogProps) {
  const { id } = item;
  const form = useEditForm(item);
  const { values } = form;
  const saving = useWebhookCommand({
    run: async () => {
      const json = { ...values, events: [...values.events] };
      if (id === null) return (await parseResponse(api.newsroom.webhooks.$post({ json }))).secret;
      await parseResponse(api.newsroom.webhooks[':id'].$put({ param: { id }, json }));
      return null;
    },
    ...(id !== null && { done: 'Webhook saved' }),
    failed: 'Failed to save the webhook',
    onSuccess: (secret) => {
      dialog.onClose();
      if (secret !== null) onCreated(secret);
    },
  });
  return (
    <EditDialog {...dialog} noun="webhook" description={DESCRIPTION} form={form} request={saving}>
      {(errors, change) => (
        <>
          <TextField
            label="Name"
            required
            autoComplete="off"
            maxLength={NAME_MAX_LENGTH}
            value={values.name}
            error={errors['name']}
            onChange={(event) => change({ name: event.target.value })}
          />
          <AddressField
            label="Address of the receiver"
            hint="Begins with https. Redirects are not followed."
            required
            type="url"
            maxLength={URL_MAX_LENGTH}
            value={values.url}
            error={errors['url']}
            onChange={(event) => change({ url: event.target.value })}
          />
          <EventsField
            value={values.events}
            error={errors['events']}
            onChange={(events) => change({ events })}
          />
        </>
      )}
    </EditDialog>
  );
}

interface EventsFieldProps {
  readonly value: readonly WebhookEvent[];
  readonly error: string | undefined;
  readonly onChange: (events: readonly WebhookEvent[]) => void;
}

function EventsField({ value, error, onChange }: EventsFieldProps) {
  const id = useId();
  return (
    <fieldset className="webhook-events" aria-describedby={error === undefined ? undefined : id}>
      <legend className="field-legend">Events</legend>
      <CheckFields options={WEBHOOK_EVENTS} value={value} onChange={onChange}>
        {(event) => EVENT_LABELS[event]}
      </CheckFields>
      {error !== undefined && (
        <p id={id} role="alert" className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
