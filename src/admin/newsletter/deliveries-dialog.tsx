import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DELIVERY_STATES, type DeliveryState } from '#domain/newsletter/delivery.ts';
import { parseResponse, api } from '../api-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { SelectField } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { Pagination } from '../components/pagination.tsx';
import { Spinner } from '../components/spinner.tsx';
import { DELIVERY_STATE_LABELS } from './delivery-counts.tsx';
import { type Delivery, deliveryListQuery, type IssueRow } from './newsletter-queries.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

interface DeliveriesDialogProps {
  readonly issue: IssueRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The states to show first, by priority. */
const PRIORITY_STATES: readonly DeliveryState[] = ['unknown', 'refused', 'skipped'];

/** The deliveries of an issue, by state. */
export function DeliveriesDialog({ issue, isOpen, onClose }: DeliveriesDialogProps) {
  const first = PRIORITY_STATES.find((state) => issue.copies[state] > 0) ?? 'accepted';
  const [state, setState] = useState<DeliveryState>(first);
  const [page, setPage] = useState(1);
  const [isConfirming, setConfirming] = useState(false);
  const deliveries = useQuery({ ...deliveryListQuery(issue.id, state, page), enabled: isOpen });
  const resending = useNewsletterCommand({
    run: () =>
      parseResponse(api.newsroom.newsletter.issues[':id'].resending.$post({ param: { id: issue.id } })),
    done: 'Unconfirmed emails are being sent again',
    failed: 'Failed to send the emails again',
    onSuccess() {
      setConfirming(false);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="wide"
      title={`Deliveries of issue ${issue.number}`}
      description={issue.subject}
      {...(state === 'unknown' && issue.copies.unknown > 0 && !issue.stopped
        ? {
            footer: (
              <button type="button" className="button button-secondary" onClick={() => setConfirming(true)}>
                Send again
              </button>
            ),
          }
        : {})}
    >
      <div className="grid gap-4">
        <SelectField
          label="Delivery status"
          value={state}
          options={DELIVERY_STATES.map((value) => ({
            value,
            label: `${DELIVERY_STATE_LABELS[value]} (${issue.copies[value].toLocaleString('en-US')})`,
          }))}
          onChange={(value) => {
            setState(DELIVERY_STATES.find((known) => known === value) ?? first);
            setPage(1);
          }}
        />
        {state === 'unknown' && (
          <p className="text-muted">
            The process or the connection ended while these emails were handed over to the mail server. They
            may have arrived. They are not sent again automatically.
          </p>
        )}
        {deliveries.data === undefined ? (
          deliveries.isError ? (
            <Notice text="Failed to load deliveries" isFailure />
          ) : (
            <Spinner label="Loading deliveries..." />
          )
        ) : deliveries.data.copies.length === 0 ? (
          <Notice text={`No deliveries are ${DELIVERY_STATE_LABELS[state]}`} />
        ) : (
          <ul className="deliveries">
            {deliveries.data.copies.map((delivery) => (
              <DeliveryItem key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )}
        {deliveries.data !== undefined && (
          <Pagination
            label="Pages of deliveries"
            page={deliveries.data.page}
            pageCount={deliveries.data.page_count}
            onPage={setPage}
          />
        )}
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Send again"
        text={`${issue.copies.unknown.toLocaleString('en-US')} emails will be sent again. Recipients who already have the email will get it twice.`}
        busyAction="Sending..."
        isBusy={resending.isPending}
        onConfirm={() => resending.mutate()}
        onCancel={() => setConfirming(false)}
      />
    </Dialog>
  );
}

function DeliveryItem({ delivery: { email, attempts, reason } }: { readonly delivery: Delivery }) {
  return (
    <li>
      <p className="recipient-email">{email ?? 'Deleted subscriber'}</p>
      <p className="text-xs text-muted">
        {attempts === 1 ? 'One attempt' : `${attempts} attempts`}
        {reason === null ? '' : `. ${reason}`}
      </p>
    </li>
  );
}
