import { useQuery } from '@tanstack/react-query';
import { Ban, Trash2, Undo2 } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { SUBSCRIBER_STATES } from '#domain/newsletter/subscriber.ts';
import { WHOLE_LIST } from '../dashboard/place.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { PlaceControl } from '../dashboard/use-place.ts';
import { answerOf, api } from '../api-client.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { shortDate } from '../parts/dates.ts';
import { SelectField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { type Subscriber, subscribersIn } from './newsletter-queries.ts';
import { STATE_WORDS } from './subscriber-words.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

const STATUSES = [
  { value: '', label: 'All' },
  ...SUBSCRIBER_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
];

/** Every address, the latest first. */
export function SubscriberList({ control }: { readonly control: PlaceControl }) {
  const { page, search } = control.place.list;
  // Which state is looked at stands where a tab keeps what is its own.
  const [status, setStatus] = useState('');
  const known = SUBSCRIBER_STATES.find((state) => state === status) ?? '';
  const found = useQuery(subscribersIn({ status: known, search, page }));
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<{ readonly subscriber: Subscriber; readonly isOpen: boolean } | null>(
    null,
  );

  return (
    <>
      <PagedList
        title="Addresses"
        heading={heading}
        what="subscribers"
        query={found}
        control={control}
        count={({ total }) => total.toLocaleString('en-US')}
        tools={
          <div className="subscriber-tools">
            <SearchForm key={search} search={search} onSearch={(next) => control.look({ search: next })} />
            <SelectField
              label="Status"
              value={known}
              options={STATUSES}
              onChange={(value) => {
                setStatus(value);
                control.look({ page: WHOLE_LIST.page });
              }}
            />
          </div>
        }
      >
        {(shown) =>
          shown.subscribers.length === 0 ? (
            <Notice text={search === '' ? 'Nobody here' : `Nobody found for “${search}”`} />
          ) : (
            <ul className="subscriber-rows">
              {shown.subscribers.map((subscriber) => (
                <li key={subscriber.id}>
                  <SubscriberRow
                    subscriber={subscriber}
                    onDelete={() => setAsked({ subscriber, isOpen: true })}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </PagedList>
      {asked !== null && (
        <DeleteSubscriber
          subscriber={asked.subscriber}
          isOpen={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
          finalFocus={() => heading.current}
        />
      )}
    </>
  );
}

interface SearchFormProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

function SearchForm({ search, onSearch }: SearchFormProps) {
  const id = useId();
  const [text, setText] = useState(search);
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSearch(text.trim());
  }
  return (
    <form className="field" role="search" onSubmit={submit}>
      <label htmlFor={id}>Part of an address</label>
      <span className="search-row">
        <input
          id={id}
          type="search"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button button-quiet">
          Search
        </button>
      </span>
    </form>
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
      answerOf(
        api.newsroom.newsletter.subscribers[':id'].$patch({ param: { id }, json: { blocked: !isBlocked } }),
      ),
    done: isBlocked ? 'Address unblocked' : 'Address blocked',
    failed: 'Failed to change the address',
  });
  return (
    <>
      <div>
        <p className="copy-email">{email}</p>
        <p className="text-xs text-muted">
          {STATE_WORDS[status]} · since {shortDate(createdAt)}
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
        <button
          type="button"
          className="icon-button icon-button-danger"
          aria-label={`Delete ${email}`}
          onClick={onDelete}
        >
          <Trash2 size={17} aria-hidden="true" />
        </button>
      </div>
    </>
  );
}

interface DeleteSubscriberProps {
  readonly subscriber: Subscriber;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

function DeleteSubscriber({ subscriber, isOpen, onClose, finalFocus }: DeleteSubscriberProps) {
  const deleting = useNewsletterCommand({
    run: () => answerOf(api.newsroom.newsletter.subscribers[':id'].$delete({ param: { id: subscriber.id } })),
    done: 'Subscriber deleted',
    failed: 'Failed to delete the subscriber',
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete Subscriber"
      subject={subscriber.email}
      text="Everything that is kept about this address is deleted. This action cannot be undone."
      action="Delete"
      busyAction="Deleting..."
      isBusy={deleting.isPending}
      isDangerous
      onConfirm={() => deleting.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
      finalFocus={finalFocus}
    />
  );
}
