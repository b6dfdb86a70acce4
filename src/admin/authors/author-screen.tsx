import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ExternalLink, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { authorPath } from '#domain/articles/authors/author.ts';
import { ApiError } from '../api/api-error.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { Notice } from '../components/notice.tsx';
import { Spinner } from '../components/spinner.tsx';
import { AuthorAccount } from './author-account.tsx';
import { AuthorForm } from './author-form.tsx';
import { type Author, authorQuery } from './author-queries.ts';
import { DeleteAuthor } from './delete-author.tsx';

interface AuthorScreenProps {
  /** Null for a new author. */
  readonly id: string | null;
  readonly onCreated: (author: Author) => void;
  readonly onBack: () => void;
}

/** One author: the form, the link to the public page, and deletion. */
export function AuthorScreen({ id, onCreated, onBack }: AuthorScreenProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({ ...authorQuery(id ?? ''), enabled: id !== null });
  const isDeleted = error instanceof ApiError && error.status === 404;
  // The screen replaces the list, and with it the element that had the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel author-screen" aria-labelledby={titleId}>
      <button type="button" className="button button-plain button-small justify-self-start" onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        All authors
      </button>
      <div className="list-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {id === null ? 'New author' : (data?.name ?? 'Author')}
        </h2>
        {data !== undefined && !isDeleted && <AuthorActions author={data} onDeleted={onBack} />}
      </div>
      {id === null ? (
        <AuthorForm author={null} onCreated={onCreated} />
      ) : isDeleted ? (
        <Notice text="This author no longer exists" />
      ) : data !== undefined ? (
        <>
          <AuthorForm author={data} onCreated={onCreated} />
          <AuthorAccount author={data} />
        </>
      ) : error === null ? (
        <Spinner label="Loading author..." />
      ) : (
        <LoadFailure text="Failed to load author" onRetry={refetch} />
      )}
    </section>
  );
}

interface AuthorActionsProps {
  readonly author: Author;
  readonly onDeleted: () => void;
}

function AuthorActions({ author, onDeleted }: AuthorActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <a className="button button-plain button-small" href={authorPath(author.slug)}>
        <ExternalLink size={15} aria-hidden="true" />
        View page
      </a>
      <button type="button" className="button button-plain button-small" onClick={() => setDeleting(true)}>
        <Trash2 size={15} aria-hidden="true" />
        Delete
      </button>
      <DeleteAuthor
        author={author}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </div>
  );
}
