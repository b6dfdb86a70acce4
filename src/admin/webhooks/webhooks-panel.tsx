import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, parseResponse } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookDialog, type WebhookValues } from './webhook-dialog.tsx';
import { WebhookList } from './webhook-list.tsx';
import { deliveriesKey, inputOf, useWebhookCommand, type Webhook, webhooksQuery } from './webhook-queries.ts';

interface OpenForm {
  readonly isOpen: boolean;
  /** A new number for each opening, so that a form does not show the input of another one. */
  readonly opening: number;
  /** Null for a new webhook. */
  readonly id: string | null;
  readonly values: WebhookValues;
}

const EMPTY: WebhookValues = { name: '', url: '', events: ['article.published'], is_enabled: true };

interface ShownSecret {
  readonly secret: string | null;
  readonly isReplacement: boolean;
}

/** The receivers of events, and the delivery log of one of them. */
export function WebhooksPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const webhooks = useQuery(webhooksQuery);
  const [form, setForm] = useState<OpenForm>({ isOpen: false, opening: 0, id: null, values: EMPTY });
  const [shown, setShown] = useState<ShownSecret>({ secret: null, isReplacement: false });
  const [deletion, setDeletion] = useState<{ readonly webhook: Webhook; readonly isOpen: boolean } | null>(
    null,
  );
  const open = (id: string | null, values: WebhookValues) =>
    setForm({ isOpen: true, opening: form.opening + 1, id, values });
  const opened = webhooks.data?.webhooks.find(({ id }) => id === navigation.location.open);
  return (
    <div className="panel-stack">
      <WebhookList
        navigation={navigation}
        heading={heading}
        onNew={() => open(null, EMPTY)}
        onEdit={(webhook) => open(webhook.id, inputOf(webhook))}
        onDelete={(webhook) => setDeletion({ webhook, isOpen: true })}
      />
      {opened !== undefined && (
        <DeliveryLog
          key={opened.id}
          webhook={opened}
          navigation={navigation}
          onSecret={(secret) => setShown({ secret, isReplacement: true })}
        />
      )}
      <WebhookDialog
        key={form.opening}
        isOpen={form.isOpen}
        id={form.id}
        initial={form.values}
        onClose={() => setForm({ ...form, isOpen: false })}
        onCreated={(secret) => setShown({ secret, isReplacement: false })}
        finalFocus={() => (shown.secret === null ? heading.current : false)}
      />
      <SecretDialog
        {...shown}
        onClose={() => setShown({ ...shown, secret: null })}
        finalFocus={() => heading.current}
      />
      {deletion !== null && (
        <DeleteWebhook
          {...deletion}
          onClose={() => setDeletion({ ...deletion, isOpen: false })}
          onDeleted={() => {
            if (opened?.id === deletion.webhook.id) navigation.navigate({ open: null }, { replace: true });
          }}
          finalFocus={() => heading.current}
        />
      )}
    </div>
  );
}

interface DeleteWebhookProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

function DeleteWebhook({
  webhook: { id, name },
  isOpen,
  onClose,
  onDeleted,
  finalFocus,
}: DeleteWebhookProps) {
  const queries = useQueryClient();
  const deleting = useWebhookCommand({
    run: () => parseResponse(api.newsroom.webhooks[':id'].$delete({ param: { id } })),
    done: 'Webhook deleted',
    failed: 'Failed to delete the webhook',
    onSuccess: () => {
      // Otherwise its log is loaded once more.
      queries.removeQueries({ queryKey: deliveriesKey(id) });
      onDeleted();
    },
  });
  return (
    <DeleteDialog
      isOpen={isOpen}
      title="Delete webhook"
      subject={name}
      text="No more events are sent to it. Its delivery log is deleted too."
      isDeleting={deleting.isPending}
      onConfirm={() => deleting.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
      finalFocus={finalFocus}
    />
  );
}
