import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { answerOf, api } from '../api-client.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { shortMoment } from '../parts/dates.ts';
import type { Overview } from './newsletter-queries.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

/** Somebody enters addresses that are not theirs, or the newsletter has become very popular: a person can tell. */
export function WithheldNotice({ confirmations }: Pick<Overview, 'confirmations'>) {
  const { withheld, per_hour: perHour, last_withheld_at: last } = confirmations;
  const [isAsking, setAsking] = useState(false);
  const release = useNewsletterCommand({
    run: () => answerOf(api.newsroom.newsletter.withheld.release.$post()),
    done: 'The confirmation mails go out, a few at a time',
    failed: 'Failed to send the confirmation mails',
  });
  const discard = useNewsletterCommand({
    run: () => answerOf(api.newsroom.newsletter.withheld.$delete()),
    done: 'The waiting sign-ups were discarded',
    failed: 'Failed to discard the waiting sign-ups',
    onSuccess: () => setAsking(false),
  });
  if (withheld === 0) return null;
  return (
    <section className="desk-card newsletter-alarm" aria-labelledby="withheld-title">
      <h2 id="withheld-title">
        <ShieldAlert size={19} aria-hidden="true" />
        {withheld === 1 ? 'One sign-up waits' : `${withheld.toLocaleString('en-US')} sign-ups wait`} for a
        confirmation mail
      </h2>
      <p>
        Imported addresses wait here, and sign-ups beyond {perHour} an hour
        {last === null ? '' : `, the last ${shortMoment(last)}`}. Many within minutes mean that somebody
        enters addresses that are not theirs: discard them.
      </p>
      <div className="newsletter-actions">
        <button
          type="button"
          className="button button-quiet button-small"
          disabled={release.isPending}
          onClick={() => release.mutate()}
        >
          Send the confirmation mails
        </button>
        <button
          type="button"
          className="button button-plain button-small button-warning"
          onClick={() => setAsking(true)}
        >
          Discard them
        </button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard Waiting Sign-ups"
        text="Addresses that nobody has confirmed are deleted. Whoever entered their own can enter it again."
        action="Discard"
        busyAction="Discarding..."
        isBusy={discard.isPending}
        isDangerous
        onConfirm={() => discard.mutate()}
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}
