import { PublishDate } from '../parts/date.tsx';
import type { HeldProps } from './held-page.tsx';

/** Mails in the outbox, and work that names the address: both are gone when they are done. */
export function HeldMails({ held: { mails, jobs }, timeZone }: HeldProps) {
  return (
    <section aria-labelledby="mails-title">
      <h2 id="mails-title" className="text-2xl">
        On its way
      </h2>
      <ul className="mt-4 grid gap-2">
        {mails.map(({ to, subject, postedAt }) => (
          <li key={`${postedAt.toISOString()} ${subject}`}>
            A mail to {to}, “{subject}”, <PublishDate date={postedAt} timeZone={timeZone} />
          </li>
        ))}
        {jobs.map(({ kind, createdAt }) => (
          <li key={`${createdAt.toISOString()} ${kind}`}>
            Work of the kind “{kind}”, <PublishDate date={createdAt} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  );
}
