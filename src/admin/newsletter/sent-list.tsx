import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import { issuePath } from '#domain/newsletter/issue.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { PlaceControl } from '../dashboard/use-place.ts';
import { shortDate } from '../parts/dates.ts';
import { Notice } from '../parts/notice.tsx';
import { CopiesDialog } from './copies-dialog.tsx';
import { CopyCounts } from './copy-counts.tsx';
import { type IssueRow, issuesOn } from './newsletter-queries.ts';

/** What was sent, and what became of it. */
export function SentList({ control }: { readonly control: PlaceControl }) {
  const issues = useQuery(issuesOn(control.place.list.page));
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState<{ readonly issue: IssueRow; readonly isOpen: boolean } | null>(null);

  return (
    <>
      <PagedList title="Sent issues" heading={heading} what="issues" query={issues} control={control}>
        {(shown) => {
          const sent = shown.issues.filter(({ number }) => number !== null);
          if (sent.length === 0) return <Notice text="No issue was sent yet" />;
          return (
            <ul className="sent-issues">
              {sent.map((issue) => (
                <li key={issue.id}>
                  <SentIssue issue={issue} onCopies={() => setOpened({ issue, isOpen: true })} />
                </li>
              ))}
            </ul>
          );
        }}
      </PagedList>
      {opened !== null && (
        <CopiesDialog
          key={opened.issue.id}
          issue={opened.issue}
          isOpen={opened.isOpen}
          onClose={() => setOpened({ ...opened, isOpen: false })}
        />
      )}
    </>
  );
}

function SentIssue({ issue, onCopies }: { readonly issue: IssueRow; readonly onCopies: () => void }) {
  const { number, subject, started_at: startedAt, status, stopped } = issue;
  return (
    <>
      <div>
        <h3>{subject}</h3>
        <p className="text-xs text-muted">
          Issue {number}
          {startedAt === null ? '' : ` · ${shortDate(startedAt)}`}
          {status === 'sending' ? ' · being sent' : ''}
          {stopped ? ' · stopped' : ''}
        </p>
        <CopyCounts copies={issue.copies} />
      </div>
      <div className="newsletter-actions">
        <button
          type="button"
          className="button button-quiet button-small"
          aria-label={`Copies of issue ${number}`}
          onClick={onCopies}
        >
          Copies
        </button>
        {number !== null && (
          <a
            className="button button-plain button-small"
            href={issuePath(number)}
            aria-label={`Issue ${number} on the site`}
          >
            <ExternalLink size={15} aria-hidden="true" />
            On the site
          </a>
        )}
      </div>
    </>
  );
}
