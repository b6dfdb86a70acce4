import { useQueryClient } from '@tanstack/react-query';
import { OctagonX } from 'lucide-react';
import { useState } from 'react';
import { answerOf, api } from '../api-client.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { shortMoment } from '../parts/dates.ts';
import { CopyCounts } from './copy-counts.tsx';
import { type Issue, showIssue } from './newsletter-queries.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

/** On its way: how far it has come, and a way to stop the rest. */
export function SendingIssue({ issue }: { readonly issue: Issue }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const stopping = useNewsletterCommand({
    run: () => answerOf(api.newsroom.newsletter.issues[':id'].stop.$put({ param: { id: issue.id } })),
    done: 'Sending was stopped',
    failed: 'Failed to stop the sending',
    onSuccess(stopped) {
      showIssue(queries, stopped);
      setAsking(false);
    },
  });
  const { queued, handed_over: handedOver } = issue.copies;
  const total = Object.values(issue.copies).reduce((sum, copies) => sum + copies, 0);
  const done = total - queued - handedOver;
  return (
    <section className="desk-card held-issue" aria-labelledby="issue-title">
      <div className="list-head">
        <h2 id="issue-title">
          Issue {issue.number}: {issue.subject}
        </h2>
      </div>
      <label className="sending-progress">
        <span role="status">
          {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')} copies done
        </span>
        <progress max={total} value={done} />
      </label>
      <CopyCounts copies={issue.copies} />
      {issue.problem !== null && (
        <p className="newsletter-problem">
          {issue.problem}
          {issue.paused_until === null ? '' : ` It goes on ${shortMoment(issue.paused_until)}.`}
        </p>
      )}
      <button
        type="button"
        className="button button-quiet justify-self-start"
        disabled={issue.stopped}
        onClick={() => setAsking(true)}
      >
        <OctagonX size={17} aria-hidden="true" />
        {issue.stopped ? 'Stopping...' : 'Stop'}
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Stop Sending"
        subject={issue.subject}
        text={`${queued.toLocaleString('en-US')} copies would not be sent. What has gone cannot be taken back.`}
        action="Stop"
        busyAction="Stopping..."
        isBusy={stopping.isPending}
        isDangerous
        onConfirm={() => stopping.mutate()}
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}
