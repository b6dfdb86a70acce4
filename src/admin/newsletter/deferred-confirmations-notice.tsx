import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { parseResponse, api } from '../api-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { shortDateTime } from '../components/dates.ts';
import { emailText } from '../email-text.ts';
import type { Overview } from './newsletter-queries.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

/** Warns about deferred confirmation emails. The cause can be abuse or popularity, so an administrator decides. */
export function DeferredConfirmationsNotice({ confirmations }: Pick<Overview, 'confirmations'>) {
  const { withheld, per_hour: perHour, last_withheld_at: last } = confirmations;
  const [isConfirming, setConfirming] = useState(false);
  const release = useNewsletterCommand({
    run: () => parseResponse(api.newsroom.newsletter.withheld.release.$post()),
    done: emailText('Confirmation emails are being sent, a few at a time', 'Each confirmation email'),
    failed: 'Failed to send the confirmation emails',
  });
  const discard = useNewsletterCommand({
    run: () => parseResponse(api.newsroom.newsletter.withheld.$delete()),
    done: 'Waiting sign-ups discarded',
    failed: 'Failed to discard the waiting sign-ups',
    onSuccess: () => setConfirming(false),
  });
  if (withheld === 0) return null;
  return (
    <section className="panel newsletter-warning" aria-labelledby="deferred-title">
      <h2 id="deferred-title">
        <ShieldAlert size={19} aria-hidden="true" />
        {withheld === 1
          ? 'One sign-up is waiting'
          : `${withheld.toLocaleString('en-US')} sign-ups are waiting`}{' '}
        for a confirmation email
      </h2>
      <p>
        Imported addresses wait here, and sign-ups beyond {perHour} per hour
        {last === null ? '' : `, most recently ${shortDateTime(last)}`}. Many sign-ups within minutes mean
        that someone is entering addresses of other people. Discard them in that case.
      </p>
      <div className="newsletter-actions">
        <button
          type="button"
          className="button button-secondary button-small"
          disabled={release.isPending}
          onClick={() => release.mutate()}
        >
          Send confirmation emails
        </button>
        <button
          type="button"
          className="button button-plain button-small button-warning"
          onClick={() => setConfirming(true)}
        >
          Discard sign-ups
        </button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Discard waiting sign-ups"
        text="Unconfirmed addresses will be deleted. Their owners can sign up again."
        action="Discard"
        busyAction="Discarding..."
        isBusy={discard.isPending}
        isDangerous
        onConfirm={() => discard.mutate()}
        onCancel={() => setConfirming(false)}
      />
    </section>
  );
}
