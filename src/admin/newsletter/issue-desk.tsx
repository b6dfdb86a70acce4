import { FilePlus2 } from 'lucide-react';
import { answerOf, api } from '../api-client.ts';
import { Notice } from '../parts/notice.tsx';
import { DraftingSettings } from './drafting-settings.tsx';
import { HeldIssue } from './held-issue.tsx';
import { IssueEditor } from './issue-editor.tsx';
import type { Overview } from './newsletter-queries.ts';
import { SendingIssue } from './sending-issue.tsx';
import { useNewsletterCommand } from './use-newsletter-command.ts';

/** What is to be done with the present issue, whatever state it is in. */
export function IssueDesk({ overview }: { readonly overview: Overview }) {
  const { issue, subscribers, can_send: canSend } = overview;
  return (
    <>
      {!canSend && (
        <section className="desk-card newsletter-alarm" aria-label="Mail">
          <p>
            Mails go through EmailJS, which carries no HTML and no way to unsubscribe. Set{' '}
            <code>SMTP_URL</code> to send the newsletter.
          </p>
        </section>
      )}
      {issue === null ? (
        <NoIssue />
      ) : issue.status === 'draft' ? (
        <IssueEditor key={issue.id} issue={issue} recipients={subscribers.confirmed} canSend={canSend} />
      ) : issue.status === 'approved' ? (
        <HeldIssue issue={issue} recipients={subscribers.confirmed} />
      ) : (
        <SendingIssue issue={issue} />
      )}
      <DraftingSettings />
    </>
  );
}

function NoIssue() {
  const draft = useNewsletterCommand({
    run: () => answerOf(api.newsroom.newsletter.issues.$post()),
    done: 'An issue was drafted from the last seven days',
    failed: 'Failed to draft an issue',
  });
  return (
    <section className="desk-card" aria-labelledby="issue-title">
      <div className="list-head">
        <h2 id="issue-title">This week’s issue</h2>
      </div>
      <Notice text="No issue in the works. It drafts itself from the week’s articles.">
        <button
          type="button"
          className="button button-quiet"
          disabled={draft.isPending}
          onClick={() => draft.mutate()}
        >
          <FilePlus2 size={17} aria-hidden="true" />
          {draft.isPending ? 'Drafting...' : 'Draft one now'}
        </button>
      </Notice>
    </section>
  );
}
