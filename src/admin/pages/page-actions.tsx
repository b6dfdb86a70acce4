import { useState } from 'react';
import { ownPagePath } from '#domain/pages/page.ts';
import { DeleteButton, PublicPageLink } from '../components/item-actions.tsx';
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
      {!page.is_draft && <PublicPageLink path={ownPagePath(page.slug)} />}
      <DeleteButton label="Delete" onClick={() => setDeleting(true)} />
      <DeletePage page={page} isOpen={isDeleting} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </div>
  );
}
