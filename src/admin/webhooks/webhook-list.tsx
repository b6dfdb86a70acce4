import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { WEBHOOK_LIMIT } from '#domain/webhooks/webhook.ts';
import { formatCount } from '#ui/format-count.ts';
import { api, parseResponse } from '../api-client.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { DeleteIconButton, EditIconButton } from '../components/item-actions.tsx';
import { ItemList } from '../components/item-list.tsx';
import { NewItemButton } from '../components/new-item-button.tsx';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { EVENT_LABELS, webhookStatus } from './webhook-labels.ts';
import { inputOf, useWebhookCommand, type Webhook, webhooksQuery } from './webhook-queries.ts';

interface WebhookListProps {
  readonly navigation: DashboardNavigation;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onNew: () => void;
  readonly onEdit: (webhook: Webhook) => void;
  readonly onDelete: (webhook: Webhook) => void;
}

/** All webhooks, and the buttons that change them. */
export function WebhookList({ navigation, heading, onNew, onEdit, onDelete }: WebhookListProps) {
  const found = useQuery(webhooksQuery);
  const isFull = (found.data?.webhooks.length ?? 0) >= WEBHOOK_LIMIT;
  return (
    <PagedList
      title="Webhooks"
      heading={heading}
      noun="webhook"
      query={found}
      // Its page is that of the delivery log.
      navigation={{ ...navigation, location: { ...navigation.location, list: firstPageOf(navigation) } }}
      count={({ webhooks }) => (webhooks.length === 0 ? '' : formatCount(webhooks.length, 'webhook'))}
      action={isFull ? undefined : <NewItemButton label="New webhook" onClick={onNew} />}
    >
      {({ webhooks }) => (
        <ItemList
          label="Webhooks"
          items={webhooks}
          empty="No webhooks. Other services can be told about published articles, comments and subscribers."
        >
          {(webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              isOpen={webhook.id === navigation.location.open}
              onToggle={(isOpen) =>
                navigation.navigate({ open: isOpen ? webhook.id : null, list: firstPageOf(navigation) })
              }
              onEdit={() => onEdit(webhook)}
              onDelete={() => onDelete(webhook)}
            />
          )}
        </ItemList>
      )}
    </PagedList>
  );
}

const firstPageOf = ({ location }: DashboardNavigation) => ({ ...location.list, page: 1 });

interface WebhookRowProps {
  readonly webhook: Webhook;
  /** Whether its delivery log is shown. */
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function WebhookRow({ webhook, isOpen, onToggle, onEdit, onDelete }: WebhookRowProps) {
  const { id, name, url, events, is_enabled: isEnabled } = webhook;
  const { label, className } = webhookStatus(webhook);
  const switching = useWebhookCommand({
    run: () =>
      parseResponse(
        api.newsroom.webhooks[':id'].$put({
          param: { id },
          json: { ...inputOf(webhook), is_enabled: !isEnabled },
        }),
      ),
    done: isEnabled ? 'Webhook switched off' : 'Webhook switched on',
    failed: 'Failed to switch the webhook',
  });
  return (
    <li>
      <div className="list-row-text">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p className="webhook-url">
          <bdi dir="ltr">{url}</bdi>
        </p>
        <p className="list-row-detail">{events.map((event) => EVENT_LABELS[event]).join(' · ')}</p>
        <p>
          <span className={className}>{label}</span>
        </p>
      </div>
      <div className="list-row-actions">
        <button
          type="button"
          className="button button-plain button-small"
          aria-expanded={isOpen}
          aria-label={`Delivery log of ${name}`}
          onClick={() => onToggle(!isOpen)}
        >
          Delivery log
        </button>
        <BusyButton
          className="button button-plain button-small"
          label={isEnabled ? 'Switch off' : 'Switch on'}
          busyLabel="Saving..."
          request={switching}
        />
        <EditIconButton name={name} onClick={onEdit} />
        <DeleteIconButton name={name} onClick={onDelete} />
      </div>
    </li>
  );
}
