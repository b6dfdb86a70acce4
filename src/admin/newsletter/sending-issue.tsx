import { useQueryClient } from '@tanstack/react-query';
import { OctagonX } from 'lucide-react';
import { useState } from 'react';
import { parseResponse, api } from '../api-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { shortDateTime } from '../components/dates.ts';
import { Panel } from '../components/panel.tsx';
import { DeliveryCounts } from './delivery-counts.tsx';
import { type Issue, setCurrentIssue } from './newsletter-queries.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

/** The progress of an issue that is being sent, with a stop button. */
export function SendingIssue({ issue }: { readonly issue: Issue }) {
  const queries = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const stopping = useNewsletterCommand({
    run: () => parseResponse(api.newsroom.newsletter.issues[':id'].stop.$put({ param: { id: issue.id } })),
    done: 'Sending stopped',
    failed: 'Failed to stop sending',
    onSuccess(stopped) {
      setCurrentIssue(queries, stopped);
      setConfirming(false);
    },
  });
  const { queued, handed_over: handedOver } = issue.copies;
  const total = Object.values(issue.copies).reduce((sum, copies) => sum + copies, 0);
  const done = total - queued - handedOver;
  return (
    <Panel
      titleId="issue-title"
      title={`Issue ${issue.number}: ${issue.subject}`}
      className="scheduled-issue"
    >
      <label className="sending-progress">
        <span role="status">
          {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')} emails processed
        </span>
        <progress max={total} value={done} />
      </label>
      <DeliveryCounts copies={issue.copies} />
      {issue.problem !== null && (
        <div className="newsletter-problem">
          <p>{issue.problem}</p>
          {issue.paused_until !== null && <p>Sending resumes {shortDateTime(issue.paused_until)}.</p>}
        </div>
      )}
      <button
        type="button"
        className="button button-secondary justify-self-start"
        disabled={issue.stopped}
        onClick={() => setConfirming(true)}
      >
        <OctagonX size={17} aria-hidden="true" />
        {issue.stopped ? 'Stopping...' : 'Stop'}
      </button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Stop sending"
        subject={issue.subject}
        text={`${queued.toLocaleString('en-US')} emails will not be sent. Emails that were sent cannot be recalled.`}
        action="Stop"
        busyAction="Stopping..."
        isBusy={stopping.isPending}
        isDangerous
        onConfirm={() => stopping.mutate()}
        onCancel={() => setConfirming(false)}
      />
    </Panel>
  );
}
