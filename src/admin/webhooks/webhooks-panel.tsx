import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, parseResponse } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import type { EditedItem } from '../components/edit-dialog.tsx';
import { useItemDialog } from '../components/use-item-dialog.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookDialog, type WebhookValues } from './webhook-dialog.tsx';
import { WebhookList } from './webhook-list.tsx';
import { deliveriesKey, inputOf, useWebhookCommand, type Webhook, webhooksQuery } from './webhook-queries.ts';

const EMPTY: WebhookValues = { name: '', url: '', events: ['article.published'], is_enabled: true };

interface ShownSecret {
  readonly secret: string | null;
  readonly isReplacement: boolean;
}

/** The receivers of events, and the delivery log of one of them. */
export function WebhooksPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const webhooks = useQuery(webhooksQuery);
  const form = useItemDialog<EditedItem<WebhookValues>>();
  const deletion = useItemDialog<Webhook>();
  const [shown, setShown] = useState<ShownSecret>({ secret: null, isReplacement: false });
  const opened = webhooks.data?.webhooks.find(({ id }) => id === navigation.location.open);
  return (
    <div className="panel-stack">
      <WebhookList
        navigation={navigation}
        heading={heading}
        onNew={() => form.open({ id: null, initial: EMPTY })}
        onEdit={(webhook) => form.open({ id: webhook.id, initial: inputOf(webhook) })}
        onDelete={deletion.open}
      />
      {opened !== undefined && (
        <DeliveryLog
          key={opened.id}
          webhook={opened}
          navigation={navigation}
          onSecret={(secret) => setShown({ secret, isReplacement: true })}
        />
      )}
      {form.item !== null && (
        <WebhookDialog
          key={form.opening}
          item={form.item}
          isOpen={form.isOpen}
          onClose={form.close}
          onCreated={(secret) => setShown({ secret, isReplacement: false })}
          finalFocus={() => (shown.secret === null ? heading.current : false)}
        />
      )}
      <SecretDialog
        {...shown}
        onClose={() => setShown({ ...shown, secret: null })}
        finalFocus={() => heading.current}
      />
      {deletion.item !== null && (
        <DeleteWebhook
          webhook={deletion.item}
          isOpen={deletion.isOpen}
          onClose={deletion.close}
          onDeleted={() => {
            if (opened?.id === deletion.item?.id) navigation.navigate({ open: null }, { replace: true });
          }}
          finalFocus={() => heading.current}
        />
      )}
    </div>
  );
}

interface DeleteWebhookProps extends DialogControl {
  readonly webhook: Webhook;
  readonly onDeleted: () => void;
}

function DeleteWebhook({ webhook: { id, name }, onDeleted, ...dialog }: DeleteWebhookProps) {
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
      {...dialog}
      title="Delete webhook"
      subject={name}
      text="No more events are sent to it. Its delivery log is deleted too."
      request={deleting}
    />
  );
}
