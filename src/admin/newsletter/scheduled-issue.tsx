import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { Panel } from '../components/panel.tsx';
import { parseResponse, api } from '../api-client.ts';
import { type Issue, setCurrentIssue } from './newsletter-queries.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

interface ScheduledIssueProps {
  readonly issue: Issue;
  readonly recipients: number;
}

/** An approved issue with the time until it is sent and an undo button. */
export function ScheduledIssue({ issue, recipients }: ScheduledIssueProps) {
  const queries = useQueryClient();
  const left = useSecondsUntil(issue.send_at);
  const undoing = useNewsletterCommand({
    run: () =>
      parseResponse(api.newsroom.newsletter.issues[':id'].approval.$delete({ param: { id: issue.id } })),
    done: 'Approval undone. The issue is a draft again.',
    failed: 'Failed to undo the approval',
    onSuccess: (draft) => setCurrentIssue(queries, draft),
  });
  return (
    <Panel titleId="issue-title" title={issue.subject} className="scheduled-issue">
      <p className="time-until-sending">
        <span role="timer" aria-label="Time until it is sent">
          {left > 0 ? formatCountdown(left) : 'Now'}
        </span>
        {recipients === 0
          ? 'until it is among the past issues. There is no confirmed subscriber.'
          : `until it is sent to ${formatCount(recipients, 'subscriber')}`}
      </p>
      <BusyButton
        className="button justify-self-start"
        label="Undo"
        busyLabel="Undoing..."
        icon={<Undo2 size={17} aria-hidden="true" />}
        request={undoing}
      />
    </Panel>
  );
}

function useSecondsUntil(moment: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000));
}

/** Minutes and seconds: `9:05`. */
function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
