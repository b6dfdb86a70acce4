import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { api, parseResponse } from '../api-client.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { shortDateTime } from '../components/dates.ts';
import { ItemList } from '../components/item-list.tsx';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { attemptText, deliveryStatus, EVENT_LABELS } from './webhook-labels.ts';
import {
  type Delivery,
  deliveryListQuery,
  isBeingSent,
  useWebhookCommand,
  type Webhook,
  webhooksQuery,
} from './webhook-queries.ts';

interface DeliveryLogProps {
  readonly webhook: Webhook;
  readonly navigation: DashboardNavigation;
  /** Called with a secret that replaces the former one. */
  readonly onSecret: (secret: string) => void;
}

/** What was sent to a webhook, and how its receiver answered. */
export function DeliveryLog({ webhook, navigation, onSecret }: DeliveryLogProps) {
  const { id, name, is_enabled: isEnabled } = webhook;
  const deliveries = useQuery(deliveryListQuery({ id, page: navigation.location.list.page }));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const queries = useQueryClient();
  const isSending = deliveries.data?.deliveries.some(isBeingSent) ?? false;
  useEffect(() => {
    // The outcome may have switched the webhook off.
    if (!isSending) void queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  }, [isSending, queries]);
  const testing = useWebhookCommand({
    run: () => parseResponse(api.newsroom.webhooks[':id'].tests.$post({ param: { id } })),
    failed: 'Failed to send a test event',
  });
  return (
    <PagedList
      title={`Delivery log: ${name}`}
      heading={heading}
      noun="delivery"
      nouns="deliveries"
      query={deliveries}
      navigation={navigation}
      count={({ total }) => (total === 0 ? '' : formatCount(total, 'event'))}
      tools={
        <div className="webhook-tools">
          {isEnabled && (
            <BusyButton
              className="button button-secondary button-small"
              label="Send test event"
              busyLabel="Sending..."
              icon={<Send size={15} aria-hidden="true" />}
              request={testing}
            />
          )}
          <ReplaceSecret webhook={webhook} onSecret={onSecret} />
        </div>
      }
    >
      {({ deliveries: rows }) => (
        <ItemList label="Deliveries" items={rows} empty="Nothing was sent in the last 30 days.">
          {(delivery) => <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />}
        </ItemList>
      )}
    </PagedList>
  );
}

function ReplaceSecret({ webhook: { id, name }, onSecret }: Pick<DeliveryLogProps, 'webhook' | 'onSecret'>) {
  const [isAsking, setAsking] = useState(false);
  const replacing = useWebhookCommand({
    run: () => parseResponse(api.newsroom.webhooks[':id'].secrets.$post({ param: { id } })),
    failed: 'Failed to replace the secret',
    onSuccess: ({ secret }) => {
      setAsking(false);
      onSecret(secret);
    },
  });
  function ask(): void {
    replacing.reset();
    setAsking(true);
  }

  return (
    <>
      <button type="button" className="button button-secondary button-small" onClick={ask}>
        <KeyRound size={15} aria-hidden="true" />
        Replace secret
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Replace secret"
        subject={name}
        text="Requests are signed with the new and the former secret for 24 hours, and then with the new one only."
        action="Replace"
        busyAction="Replacing..."
        isBusy={replacing.isPending}
        onConfirm={() => replacing.mutate(undefined, { onError: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
        // The dialog with the new secret has it.
        finalFocus={() => (replacing.isSuccess ? false : null)}
      />
    </>
  );
}

interface DeliveryRowProps {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
}

function DeliveryRow({ webhook, delivery }: DeliveryRowProps) {
  const { id, event, created_at: createdAt, due_at: dueAt, error } = delivery;
  const { label, className } = deliveryStatus(delivery);
  const facts = attemptText(delivery);
  const sending = useWebhookCommand({
    run: () =>
      parseResponse(
        api.newsroom.webhooks[':id'].deliveries[':delivery'].repetitions.$post({
          param: { id: webhook.id, delivery: id },
        }),
      ),
    done: 'The event is sent again',
    failed: 'Failed to send the event again',
  });
  return (
    <li>
      <div className="list-row-text">
        <h3>{EVENT_LABELS[event]}</h3>
        <p className="list-row-detail">
          <time dateTime={createdAt}>{shortDateTime(createdAt)}</time>
          {facts !== '' && ` · ${facts}`}
        </p>
        <p>
          <span className={className}>{label}</span>
          {dueAt !== null && <span className="webhook-due">{shortDateTime(dueAt)}</span>}
        </p>
        {error !== null && <p className="webhook-error">{error}</p>}
      </div>
      {webhook.is_enabled && !isBeingSent(delivery) && (
        <div className="list-row-actions">
          <BusyButton
            className="button button-plain button-small"
            label="Send again"
            busyLabel="Sending..."
            request={sending}
          />
        </div>
      )}
    </li>
  );
}
