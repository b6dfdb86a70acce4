import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DELIVERY_STATES, type DeliveryState } from '#domain/newsletter/delivery.ts';
import { answerOf, api } from '../api-client.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { COPY_WORDS } from './copy-counts.tsx';
import { type Copy, copiesOf, type IssueRow } from './newsletter-queries.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

interface CopiesDialogProps {
  readonly issue: IssueRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What there is to look at comes first: doubts, then refusals. */
const INTERESTING: readonly DeliveryState[] = ['unknown', 'refused', 'skipped'];

/** Who got an issue and who did not. */
export function CopiesDialog({ issue, isOpen, onClose }: CopiesDialogProps) {
  const first = INTERESTING.find((state) => issue.copies[state] > 0) ?? 'accepted';
  const [state, setState] = useState<DeliveryState>(first);
  const [page, setPage] = useState(1);
  const [isAsking, setAsking] = useState(false);
  const copies = useQuery({ ...copiesOf(issue.id, state, page), enabled: isOpen });
  const resending = useNewsletterCommand({
    run: () => answerOf(api.newsroom.newsletter.issues[':id'].resending.$post({ param: { id: issue.id } })),
    done: 'The copies in doubt are sent again',
    failed: 'Failed to send them again',
    onSuccess() {
      setAsking(false);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="wide"
      title={`Copies of issue ${issue.number}`}
      description={issue.subject}
      {...(state === 'unknown' && issue.copies.unknown > 0 && !issue.stopped
        ? {
            foot: (
              <button type="button" className="button button-quiet" onClick={() => setAsking(true)}>
                Send these again
              </button>
            ),
          }
        : {})}
    >
      <div className="grid gap-4">
        <SelectField
          label="What became of them"
          value={state}
          options={DELIVERY_STATES.map((value) => ({
            value,
            label: `${COPY_WORDS[value]} (${issue.copies[value].toLocaleString('en-US')})`,
          }))}
          onChange={(value) => {
            setState(DELIVERY_STATES.find((known) => known === value) ?? first);
            setPage(1);
          }}
        />
        {state === 'unknown' && (
          <p className="text-muted">
            The process or the connection ended while these were handed over. They may have arrived; nothing
            is sent again by itself.
          </p>
        )}
        {copies.data === undefined ? (
          copies.isError ? (
            <Notice text="Failed to load copies" isFailure />
          ) : (
            <Spinner label="Loading copies..." />
          )
        ) : copies.data.copies.length === 0 ? (
          <Notice text={`None is ${COPY_WORDS[state]}`} />
        ) : (
          <ul className="copies">
            {copies.data.copies.map((copy) => (
              <CopyLine key={copy.id} copy={copy} />
            ))}
          </ul>
        )}
        {copies.data !== undefined && (
          <Pagination
            label="Pages of copies"
            page={copies.data.page}
            pageCount={copies.data.page_count}
            onPage={setPage}
          />
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Send Again"
        text={`${issue.copies.unknown.toLocaleString('en-US')} copies are sent again. Whoever has theirs already gets it twice.`}
        action="Send again"
        busyAction="Sending..."
        isBusy={resending.isPending}
        onConfirm={() => resending.mutate()}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  );
}

function CopyLine({ copy: { email, attempts, reason } }: { readonly copy: Copy }) {
  return (
    <li>
      <p className="copy-email">{email ?? 'deleted since'}</p>
      <p className="text-xs text-muted">
        {attempts === 1 ? 'One attempt' : `${attempts} attempts`}
        {reason === null ? '' : `. ${reason}`}
      </p>
    </li>
  );
}
