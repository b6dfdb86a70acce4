import { useQuery } from '@tanstack/react-query';
import { Ban, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { SUBSCRIBER_STATES } from '#domain/newsletter/subscriber.ts';
import { DEFAULT_LIST_VIEW } from '../dashboard/dashboard-location.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { parseResponse, api } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import { shortDate } from '../components/dates.ts';
import { SelectField } from '../components/field.tsx';
import { DeleteIconButton } from '../components/item-actions.tsx';
import { ItemList } from '../components/item-list.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { useItemDialog } from '../components/use-item-dialog.ts';
import { type Subscriber, subscriberListQuery } from './newsletter-queries.ts';
import { SUBSCRIBER_STATE_LABELS } from './subscriber-state-labels.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

const STATUSES = [
  { value: '', label: 'All' },
  ...SUBSCRIBER_STATES.map((value) => ({ value, label: SUBSCRIBER_STATE_LABELS[value] })),
];

/** All subscribers, newest first. */
export function SubscriberList({ navigation }: { readonly navigation: DashboardNavigation }) {
  const { page, search } = navigation.location.list;
  const [status, setStatus] = useState('');
  const known = SUBSCRIBER_STATES.find((state) => state === status) ?? '';
  const found = useQuery(subscriberListQuery({ status: known, search, page }));
  const heading = useRef<HTMLHeadingElement>(null);
  const deletion = useItemDialog<Subscriber>();

  return (
    <>
      <PagedList
        title="Addresses"
        heading={heading}
        noun="subscriber"
        query={found}
        navigation={navigation}
        count={({ total }) => total.toLocaleString('en-US')}
        tools={
          <div className="subscriber-tools">
            <SearchForm
              label="Search addresses"
              key={search}
              search={search}
              onSearch={(next) => navigation.changeList({ search: next })}
            />
            <SelectField
              label="Status"
              value={known}
              options={STATUSES}
              onChange={(value) => {
                setStatus(value);
                navigation.changeList({ page: DEFAULT_LIST_VIEW.page });
              }}
            />
          </div>
        }
      >
        {(data) => (
          <ItemList
            className="subscriber-rows"
            items={data.subscribers}
            empty={search === '' ? 'No subscribers' : `No subscribers found for “${search}”`}
          >
            {(subscriber) => (
              <li key={subscriber.id}>
                <SubscriberRow subscriber={subscriber} onDelete={() => deletion.open(subscriber)} />
              </li>
            )}
          </ItemList>
        )}
      </PagedList>
      {deletion.item !== null && (
        <DeleteSubscriber
          subscriber={deletion.item}
          isOpen={deletion.isOpen}
          onClose={deletion.close}
          finalFocus={() => heading.current}
        />
      )}
    </>
  );
}

interface SubscriberRowProps {
  readonly subscriber: Subscriber;
  readonly onDelete: () => void;
}

function SubscriberRow({ subscriber, onDelete }: SubscriberRowProps) {
  const { id, email, status, source, created_at: createdAt } = subscriber;
  const isBlocked = status === 'blocked';
  const blocking = useNewsletterCommand({
    run: () =>
      parseResponse(
        api.newsroom.newsletter.subscribers[':id'].$patch({ param: { id }, json: { blocked: !isBlocked } }),
      ),
    done: isBlocked ? 'Address unblocked' : 'Address blocked',
    failed: 'Failed to change the address',
  });
  return (
    <>
      <div>
        <p className="recipient-email">{email}</p>
        <p className="text-xs text-muted">
          {SUBSCRIBER_STATE_LABELS[status]} · since {shortDate(createdAt)}
          {source === 'import' ? ' · imported' : ''}
        </p>
      </div>
      <div className="issue-article-actions">
        <button
          type="button"
          className="icon-button"
          aria-label={`${isBlocked ? 'Unblock' : 'Block'} ${email}`}
          disabled={blocking.isPending}
          onClick={() => blocking.mutate()}
        >
          {isBlocked ? <Undo2 size={17} aria-hidden="true" /> : <Ban size={17} aria-hidden="true" />}
        </button>
        <DeleteIconButton name={email} onClick={onDelete} />
      </div>
    </>
  );
}

function DeleteSubscriber({ subscriber, ...dialog }: DialogControl & { readonly subscriber: Subscriber }) {
  const deleting = useNewsletterCommand({
    run: () =>
      parseResponse(api.newsroom.newsletter.subscribers[':id'].$delete({ param: { id: subscriber.id } })),
    done: 'Subscriber deleted',
    failed: 'Failed to delete the subscriber',
  });
  return (
    <DeleteDialog
      {...dialog}
      title="Delete subscriber"
      subject={subscriber.email}
      text="All data about this address will be deleted. This action cannot be undone."
      request={deleting}
    />
  );
}
