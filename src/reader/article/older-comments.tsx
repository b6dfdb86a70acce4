import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { PublicComment } from '#domain/comments/comment.ts';
import { toast } from '#islands/toast.ts';
import { CommentItem } from './comment-item.tsx';
import { parseComment, type CommentJson } from './comment-json.ts';
import { commentAnchor, commentsPath } from './comment-paths.ts';
import { LOADING } from './comment-messages.ts';

interface OlderCommentsProps {
  readonly slug: string;
  readonly timeZone: string;
  /** The page of comments that the server rendered above. */
  readonly page: number;
  readonly pageCount: number;
}

/** A link to the next page of comments. Once hydrated, it appends them to the list. */
export function OlderComments({ slug, timeZone, page: initialPage, pageCount }: OlderCommentsProps) {
  const [older, setOlder] = useState<readonly PublicComment[]>([]);
  const [page, setPage] = useState(initialPage);
  const [isLoading, setLoading] = useState(false);
  const focusTarget = useRef<string>(undefined);

  // Moves the focus to the first of the loaded comments.
  useEffect(() => {
    if (focusTarget.current !== undefined) document.getElementById(focusTarget.current)?.focus();
    focusTarget.current = undefined;
  });

  async function load(event: MouseEvent) {
    event.preventDefault();
    if (isLoading) return;
    setLoading(true);
    try {
      const loaded = await loadComments(slug, page + 1);
      // Comments posted meanwhile shift the pages, so some comments shown above are on this page again.
      const newComments = loaded.filter(({ id }) => document.getElementById(commentAnchor(id)) === null);
      focusTarget.current = newComments[0] && commentAnchor(newComments[0].id);
      setOlder((before) => [...before, ...newComments]);
      setPage(page + 1);
    } catch {
      toast({ title: 'Failed to load comments', description: 'Please try again', kind: 'error' });
    }
    setLoading(false);
  }

  return (
    <>
      {older.length > 0 && (
        <ol className="mt-8 grid gap-8">
          {older.map((comment) => (
            <CommentItem key={comment.id} comment={comment} timeZone={timeZone} slug={slug} />
          ))}
        </ol>
      )}
      {page < pageCount && (
        <a
          href={commentsPath(slug, page + 1)}
          className="button button-secondary mt-10"
          aria-busy={isLoading || undefined}
          onClick={(event) => void load(event)}
        >
          {isLoading ? LOADING : 'Load more comments'}
        </a>
      )}
      <p className="visually-hidden" role="status">
        {older.length === 0 ? '' : `${older.length} more comments shown`}
      </p>
    </>
  );
}

async function loadComments(slug: string, page: number): Promise<PublicComment[]> {
  const response = await fetch(`/api/articles/${slug}/comments?page=${page}`, {
    signal: AbortSignal.timeout(15_000),
  });
  if (!response.ok) throw new Error(`comments were answered with ${response.status}`);
  const { comments } = (await response.json()) as { comments: readonly CommentJson[] };
  return comments.map(parseComment);
}
