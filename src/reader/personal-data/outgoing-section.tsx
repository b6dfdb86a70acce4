import { PublishDate } from '../components/date.tsx';
import { TitledSection } from '../components/titled-section.tsx';
import type { PersonalDataProps } from './personal-data-page.tsx';

/** Emails in the outbox and jobs that contain the address. Each disappears when it is done. */
export function OutgoingSection({ personalData: { mails, jobs }, timeZone }: PersonalDataProps) {
  return (
    <TitledSection name="outgoing" title="Pending emails and jobs">
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
    </TitledSection>
  );
}
