import { PublishDate } from '../components/date.tsx';
import type { PersonalDataProps } from './personal-data-page.tsx';

/** Emails in the outbox and jobs that contain the address. Each disappears when it is done. */
export function OutgoingSection({ personalData: { mails, jobs }, timeZone }: PersonalDataProps) {
  return (
    <section aria-labelledby="outgoing-title">
      <h2 id="outgoing-title" className="text-2xl">
        Pending emails and jobs
      </h2>
      <ul className="mt-4 grid gap-2">
        {mails.map(({ to, subject, postedAt }) => (
          <li key={`${postedAt.toISOString()} ${subject}`}>
            An email to {to}, “{subject}”, <PublishDate date={postedAt} timeZone={timeZone} />
          </li>
        ))}
        {jobs.map(({ kind, createdAt }) => (
          <li key={`${createdAt.toISOString()} ${kind}`}>
            Background job “{kind}”, <PublishDate date={createdAt} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  );
}
