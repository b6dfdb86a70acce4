import { shortDate } from '../parts/dates.ts';
import { DeliveryMark } from './delivery-mark.tsx';
import type { Message } from './message-queries.ts';

interface MessageRowsProps {
  readonly label: string;
  readonly messages: readonly Message[];
  /** Gets the control it was opened with. */
  readonly onOpen: (message: Message, row: HTMLElement) => void;
}

/** Who wrote, about what, when, how it begins, and whether it was mailed. */
export function MessageRows({ label, messages, onOpen }: MessageRowsProps) {
  return (
    <ul className="message-rows" aria-label={label}>
      {messages.map((message) => (
        <li key={message.id} className={message.state === 'new' ? 'message-new' : undefined}>
          <p id={`from-${message.id}`} className="message-from" dir="auto">
            {message.name}
          </p>
          <h3>
            <button
              type="button"
              className="message-open"
              aria-describedby={`from-${message.id} when-${message.id}`}
              onClick={(event) => onOpen(message, event.currentTarget)}
            >
              <bdi>{message.subject}</bdi>
            </button>
          </h3>
          <time id={`when-${message.id}`} className="message-when" dateTime={message.created_at}>
            {shortDate(message.created_at)}
          </time>
          <p className="message-begin" dir="auto">
            {firstLine(message.message)}
          </p>
          <DeliveryMark delivery={message.delivery} />
        </li>
      ))}
    </ul>
  );
}

/** Characters; more than one line can show anywhere. */
const MOST = 200;

function firstLine(text: string): string {
  return (text.split('\n').find((line) => line.trim() !== '') ?? '').slice(0, MOST);
}
