import { ExternalLink, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ownPagePath } from '#domain/pages/page.ts';
import { DeletePage } from './delete-page.tsx';
import { PageStatus } from './page-list.tsx';
import type { OwnPage } from './page-queries.ts';

interface PageActionsProps {
  readonly page: OwnPage;
  readonly onDeleted: () => void;
}

/** The state of a stored page, the link to it, and its deletion. */
export function PageActions({ page, onDeleted }: PageActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <PageStatus isDraft={page.is_draft} />
      {!page.is_draft && (
        <a className="button button-plain button-small" href={ownPagePath(page.slug)}>
          <ExternalLink size={15} aria-hidden="true" />
          View page
        </a>
      )}
      <button type="button" className="button button-plain button-small" onClick={() => setDeleting(true)}>
        <Trash2 size={15} aria-hidden="true" />
        Delete
      </button>
      <DeletePage page={page} isOpen={isDeleting} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </div>
  );
}
