import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PREVIEW_LINK_HOURS, PREVIEW_LINK_LIMIT } from '#domain/articles/preview-links/preview-link.ts';
import { shortDateTime } from '../../components/dates.ts';
import { Dialog } from '../../components/dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { isUnsaved } from '../draft/draft-store.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { useStore } from '../store.ts';
import { CreatedLink } from './created-link.tsx';
import {
  type PreviewLink,
  previewLinksQuery,
  useCreatePreviewLink,
  useRevokePreviewLink,
} from './preview-link-queries.ts';

interface PreviewLinksDialogProps {
  readonly session: EditorSession;
  readonly articleId: string;
  readonly onClose: () => void;
}

/** Creates, lists and revokes the links with which people without an account read the preview of an article. */
export function PreviewLinksDialog({ session, articleId, onClose }: PreviewLinksDialogProps) {
  const links = useQuery(previewLinksQuery(articleId));
  const creating = useCreatePreviewLink(articleId);
  const hasUnsaved = isUnsaved(useStore(session.draft));
  const isFull = links.data !== undefined && links.data.length >= PREVIEW_LINK_LIMIT;
  // The newest one is the first. Its address disappears when it is revoked.
  const isWorking = links.data?.some(({ id }) => id === creating.data?.links[0]?.id) === true;
  const created = isWorking ? creating.data : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Share preview"
      description={`Anyone who has a link can read the text that was saved last, without an account, for ${PREVIEW_LINK_HOURS} hours.`}
    >
      <div className="preview-links">
        {hasUnsaved && <p>The preview does not show changes that you have not saved.</p>}
        {created !== undefined && <CreatedLink key={created.url} url={created.url} />}
        {creating.error !== null && (
          <p className="field-error" role="alert">
            {creating.error.message}
          </p>
        )}
        <button
          type="button"
          className={created === undefined ? 'button' : 'button button-secondary'}
          disabled={creating.isPending || isFull}
          onClick={() => creating.mutate()}
        >
          {createLabel(creating.isPending, created !== undefined)}
        </button>
        {isFull && (
          <p className="text-muted">There are {PREVIEW_LINK_LIMIT} links. Please revoke one first.</p>
        )}
        {links.data !== undefined ? (
          <LinkList articleId={articleId} links={links.data} />
        ) : links.isError ? (
          <LoadFailure text="Failed to load links" onRetry={links.refetch} />
        ) : (
          <Spinner label="Loading links..." />
        )}
      </div>
    </Dialog>
  );
}

function createLabel(isBusy: boolean, isAnother: boolean): string {
  if (isBusy) return 'Creating...';
  return isAnother ? 'Create another link' : 'Create link';
}

interface LinkListProps {
  readonly articleId: string;
  readonly links: readonly PreviewLink[];
}

function LinkList({ articleId, links }: LinkListProps) {
  const revoking = useRevokePreviewLink(articleId);
  const list = useRef<HTMLElement>(null);
  // The button of a revoked link disappears with it.
  const revoke = (id: string) => revoking.mutate(id, { onSuccess: () => list.current?.focus() });
  return (
    <section ref={list} aria-label="Links" tabIndex={-1}>
      {links.length === 0 ? (
        <p className="text-muted">No links yet</p>
      ) : (
        <ul className="fact-rows">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} isBusy={revoking.isPending} onRevoke={() => revoke(link.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface LinkRowProps {
  readonly link: PreviewLink;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function LinkRow({ link, isBusy, onRevoke }: LinkRowProps) {
  const createdAt = shortDateTime(link.created_at);
  return (
    <li>
      <p>
        <strong>{link.created_by_name ?? 'Former member'}</strong>,{' '}
        <time dateTime={link.created_at}>{createdAt}</time>
      </p>
      <p className="text-muted">
        Works until <time dateTime={link.expires_at}>{shortDateTime(link.expires_at)}</time>
      </p>
      <button
        type="button"
        className="button button-secondary button-small"
        disabled={isBusy}
        aria-label={`Revoke the link of ${createdAt}`}
        onClick={onRevoke}
      >
        Revoke
      </button>
    </li>
  );
}
