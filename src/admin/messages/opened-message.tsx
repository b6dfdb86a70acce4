import { useEffect, useRef } from 'react';
import { shortMoment } from '../parts/dates.ts';
import { DeliveryMark } from './delivery-mark.tsx';
import { deliveryDetail } from './delivery.ts';
import { useMarking } from './marking.ts';
import type { Message } from './message-queries.ts';
import { STATE_WORDS } from './message-states.ts';
import { replyAddress } from './reply-address.ts';

/** Who wrote when, what became of the mail, and the words as they were written. Looking at a new one makes it read. */
export function OpenedMessage({ message }: { readonly message: Message }) {
  const detail = deliveryDetail(message.delivery);
  useReadOnOpening(message);
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
        <dt>Written</dt>
        <dd>
          <time dateTime={message.created_at}>{shortMoment(message.created_at)}</time>
        </dd>
        <dt>State</dt>
        <dd>{STATE_WORDS[message.state].label}</dd>
        <dt>Mail</dt>
        <dd>
          <DeliveryMark delivery={message.delivery} />
          {detail !== null && <p className="text-muted">{detail}</p>}
        </dd>
      </dl>
      <p className="message-text" dir="auto">
        {message.message}
      </p>
    </>
  );
}

/** Once for each opening: what is marked as new while it is open stays so. */
function useReadOnOpening(message: Message): void {
  const { mutate } = useMarking();
  const isSeen = useRef(false);
  useEffect(() => {
    if (isSeen.current) return;
    isSeen.current = true;
    if (message.state === 'new') mutate({ message, state: 'read' });
  }, [message, mutate]);
}
