import { FilePlus2 } from 'lucide-react';
import { BusyButton } from '../components/busy-button.tsx';
import { parseResponse, api } from '../api-client.ts';
import { Notice } from '../components/notice.tsx';
import { Panel } from '../components/panel.tsx';
import { mailFilesNote } from '../email-text.ts';
import { ScheduledIssue } from './scheduled-issue.tsx';
import { IssueEditor } from './issue-editor.tsx';
import type { Overview } from './newsletter-queries.ts';
import { SendingIssue } from './sending-issue.tsx';
import { useNewsletterCommand } from './use-newsletter-command.ts';

/** The current issue in any state. */
export function IssuePanel({ overview }: { readonly overview: Overview }) {
  const { issue, subscribers, can_send: canSend } = overview;
  return (
    <>
      {!canSend && (
        <section className="panel newsletter-warning" aria-label="Email">
          <p>
            Emails are sent through EmailJS, which supports neither HTML nor unsubscribing. Set{' '}
            <code>SMTP_URL</code> to send the newsletter.
          </p>
        </section>
      )}
      {mailFilesNote() !== undefined && (
        <section className="panel newsletter-warning" aria-label="Email">
          <p>
            {mailFilesNote()} Set <code>SMTP_URL</code> to send the newsletter.
          </p>
        </section>
      )}
      {issue === null ? (
        <NoIssue />
      ) : issue.status === 'draft' ? (
        <IssueEditor key={issue.id} issue={issue} recipients={subscribers.confirmed} canSend={canSend} />
      ) : issue.status === 'approved' ? (
        <ScheduledIssue issue={issue} recipients={subscribers.confirmed} />
      ) : (
        <SendingIssue issue={issue} />
      )}
    </>
  );
}

function NoIssue() {
  const draft = useNewsletterCommand({
    run: () => parseResponse(api.newsroom.newsletter.issues.$post()),
    done: 'Draft created from the last seven days',
    failed: 'Failed to create a draft',
  });
  return (
    <Panel titleId="issue-title" title="This week’s issue">
      <Notice text="No draft yet. One is created every week.">
        <BusyButton
          className="button button-secondary"
          label="Create draft now"
          busyLabel="Creating..."
          icon={<FilePlus2 size={17} aria-hidden="true" />}
          request={draft}
        />
      </Notice>
    </Panel>
  );
}
