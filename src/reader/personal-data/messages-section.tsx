import { formatCount } from '#ui/format-count.ts';
import { formatNumber } from '#ui/format-number.ts';
import { useLocale } from '#ui/locale.ts';
import { PublishDate } from '../components/date.tsx';
import { TitledSection } from '../components/titled-section.tsx';
import type { PersonalDataProps } from './personal-data-page.tsx';

export function MessagesSection({ personalData: { messages, messageCount }, timeZone }: PersonalDataProps) {
  const locale = useLocale();
  const others = messageCount - messages.length;
  return (
    <TitledSection name="messages" title={`Messages to us (${formatNumber(messageCount, locale)})`}>
      <ol className="mt-4 grid gap-8">
        {messages.map(({ id, name, subject, message, createdAt }) => (
          <li key={id}>
            <article className="border-b border-rule pb-6">
              <h3 className="text-lg">{subject}</h3>
              <p className="mt-1 text-sm text-muted">
                <PublishDate date={createdAt} timeZone={timeZone} /> · as {name}
              </p>
              <p className="comment-text mt-3" dir="auto">
                {message}
              </p>
            </article>
          </li>
        ))}
      </ol>
      {others > 0 && (
        <p className="mt-6 text-muted">
          {`${formatCount(others, 'older message is', 'older messages are', locale)} included in the download.`}
        </p>
      )}
    </TitledSection>
  );
}
