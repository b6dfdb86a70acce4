import { useEffect, useRef } from 'react';
import { shortDateTime } from '../components/dates.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { deliveryDetail } from './delivery-labels.ts';
import { useSetMessageState } from './use-set-message-state.ts';
import type { Message } from './message-queries.ts';
import { STATE_LABELS } from './message-state-labels.ts';
import { replyAddress } from './reply-address.ts';

/** The sender, date, delivery status and text of a message. Opening a new message marks it as read. */
export function MessageDetails({ message }: { readonly message: Message }) {
  const detail = deliveryDetail(message.delivery);
  useMarkAsReadOnOpen(message);
  return (
    <>
      <dl className="message-facts">
        <dt>From</dt>
        <dd>
          <bdi className="message-name">{message.name}</bdi>{' '}
          <a className="message-address" href={replyAddress(message)}>
            {message.email}
          </a>
        </dd>
        <dt>Received</dt>
        <dd>
          <time dateTime={message.created_at}>{shortDateTime(message.created_at)}</time>
        </dd>
        <dt>State</dt>
        <dd>{STATE_LABELS[message.state].label}</dd>
        <dt>Email delivery</dt>
        <dd>
          <DeliveryStatus delivery={message.delivery} />
          {detail !== null && <p className="text-muted">{detail}</p>}
        </dd>
      </dl>
      <p className="reader-text message-text" dir="auto">
        {message.message}
      </p>
    </>
  );
}

/** Marks the message as read once per opening, so that "Mark as new" in the open dialog has a lasting effect. */
function useMarkAsReadOnOpen(message: Message): void {
  const { mutate } = useSetMessageState();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (message.state === 'new') mutate({ message, state: 'read' });
  }, [message, mutate]);
}
