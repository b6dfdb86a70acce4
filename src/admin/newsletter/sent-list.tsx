import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { issuePath } from '#domain/newsletter/issue.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { shortDate } from '../components/dates.ts';
import { ItemList } from '../components/item-list.tsx';
import { useItemDialog } from '../components/use-item-dialog.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { DeliveryCounts } from './delivery-counts.tsx';
import { type IssueRow, issueListQuery } from './newsletter-queries.ts';

/** The sent issues with their delivery counts. */
export function SentList({ navigation }: { readonly navigation: DashboardNavigation }) {
  const issues = useQuery(issueListQuery(navigation.location.list.page));
  const deliveries = useItemDialog<IssueRow>();

  return (
    <>
      <PagedList title="Sent issues" noun="issue" query={issues} navigation={navigation} count={null}>
        {(data) => (
          <ItemList
            className="sent-issues"
            items={data.issues.filter(({ number }) => number !== null)}
            empty="No issues sent yet"
          >
            {(issue) => (
              <li key={issue.id}>
                <SentIssue issue={issue} onDeliveries={() => deliveries.open(issue)} />
              </li>
            )}
          </ItemList>
        )}
      </PagedList>
      {deliveries.item !== null && (
        <DeliveriesDialog
          key={deliveries.item.id}
          issue={deliveries.item}
          isOpen={deliveries.isOpen}
          onClose={deliveries.close}
        />
      )}
    </>
  );
}

function SentIssue({ issue, onDeliveries }: { readonly issue: IssueRow; readonly onDeliveries: () => void }) {
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
        <DeliveryCounts copies={issue.copies} />
      </div>
      <div className="newsletter-actions">
        <button
          type="button"
          className="button button-secondary button-small"
          aria-label={`Deliveries of issue ${number}`}
          onClick={onDeliveries}
        >
          Deliveries
        </button>
        {number !== null && (
          <a
            className="button button-plain button-small"
            href={issuePath(number)}
            aria-label={`View on site: issue ${number}`}
          >
            <ExternalLink size={15} aria-hidden="true" />
            View on site
          </a>
        )}
      </div>
    </>
  );
}
