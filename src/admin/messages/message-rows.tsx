import { shortDate } from '../components/dates.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import type { Message } from './message-queries.ts';

interface MessageRowsProps {
  readonly label: string;
  readonly messages: readonly Message[];
  /** Called with the button that opened the message. */
  readonly onOpen: (message: Message, button: HTMLElement) => void;
}

/** The sender, subject, date, first line and email delivery status of each message. */
export function MessageRows({ label, messages, onOpen }: MessageRowsProps) {
  return (
    <ul className="open-rows message-rows" aria-label={label}>
      {messages.map((message) => (
        <li key={message.id} className={message.state === 'new' ? 'message-new' : undefined}>
          <p id={`from-${message.id}`} className="message-from" dir="auto">
            {message.name}
          </p>
          <h3>
            <button
              type="button"
              className="row-cover row-open"
              aria-describedby={`from-${message.id} date-${message.id}`}
              onClick={(event) => onOpen(message, event.currentTarget)}
            >
              <bdi>{message.subject}</bdi>
            </button>
          </h3>
          <time id={`date-${message.id}`} className="message-date" dateTime={message.created_at}>
            {shortDate(message.created_at)}
          </time>
          <p className="message-preview" dir="auto">
            {firstLine(message.message)}
          </p>
          <DeliveryStatus delivery={message.delivery} />
        </li>
      ))}
    </ul>
  );
}

/** Characters. Longer than one line in any viewport. */
const MAX_PREVIEW_LENGTH = 200;

function firstLine(text: string): string {
  return (text.split('\n').find((line) => line.trim() !== '') ?? '').slice(0, MAX_PREVIEW_LENGTH);
}
