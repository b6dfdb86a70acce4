import { shortDateTime } from '../components/dates.ts';
import { actionLabel } from './audit-labels.ts';
import type { AuditEvent } from './audit-queries.ts';

/** A time in a detail, for example until when a link works. */
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/;

export function AuditRows({ events }: { readonly events: readonly AuditEvent[] }) {
  return (
    <ul className="audit-rows" aria-label="Events">
      {events.map((event) => (
        <li key={event.id}>
          <time className="audit-time" dateTime={event.at}>
            {shortDateTime(event.at)}
          </time>
          <p className="audit-actor" dir="auto">
            {event.actor_name === '' ? 'Command line' : event.actor_name}
            {event.token_name !== null && <span className="text-muted"> (API token {event.token_name})</span>}
          </p>
          <p className="audit-action">
            {actionLabel(event.action)}
            {event.object_name !== '' && (
              <>
                : <bdi className="audit-object">{event.object_name}</bdi>
              </>
            )}
            {event.detail !== '' && (
              <span className="text-muted"> ({event.detail.replace(TIME, shortDateTime)})</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
