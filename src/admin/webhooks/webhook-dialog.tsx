import { useId, useState } from 'react';
import {
  NAME_MAX_LENGTH,
  URL_MAX_LENGTH,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '#domain/webhooks/webhook.ts';
import { fieldErrorsOf } from '../api/api-error.ts';
import { api, parseResponse } from '../api-client.ts';
import { CheckFields } from '../components/check-field.tsx';
import { TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { EVENT_LABELS } from './webhook-labels.ts';
import { useWebhookCommand } from './webhook-queries.ts';

export interface WebhookValues {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly is_enabled: boolean;
}

export interface EditedWebhook {
  /** Null for a new webhook. */
  readonly id: string | null;
  readonly initial: WebhookValues;
}

interface WebhookDialogProps extends EditedWebhook {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called with the secret of a new webhook. */
  readonly onCreated: (secret: string) => void;
  readonly finalFocus: () => HTMLElement | null | false;
}

/** Creates or changes a webhook. */
export function WebhookDialog({ isOpen, id, initial, onClose, onCreated, finalFocus }: WebhookDialogProps) {
  const [values, setValues] = useState(initial);
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
      onClose();
      if (secret !== null) onCreated(secret);
    },
  });
  const errors = fieldErrorsOf(saving.error);

  function change(changed: Partial<WebhookValues>): void {
    setValues({ ...values, ...changed });
    saving.reset();
  }

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={id === null ? 'New webhook' : 'Edit webhook'}
      description="Events are sent as signed JSON by POST. Texts of articles and addresses of readers are not among them."
      hasInput={values !== initial}
      finalFocus={finalFocus}
      action="Save"
      busyAction="Saving..."
      request={saving}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        value={values.name}
        error={errors['name']}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Address of the receiver"
        hint="Begins with https. Redirects are not followed."
        required
        type="url"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={URL_MAX_LENGTH}
        value={values.url}
        error={errors['url']}
        onChange={(event) => change({ url: event.target.value })}
      />
      <EventsField value={values.events} error={errors['events']} onChange={(events) => change({ events })} />
    </FormDialog>
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
