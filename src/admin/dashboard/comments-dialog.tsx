import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api-client.ts';
import { CommentingSwitch } from '../moderation/commenting-switch.tsx';
import { useDeciding } from '../moderation/deciding.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Notice } from '../parts/notice.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { toastFailure, toastSuccess } from '../parts/toast.tsx';
import { ARTICLES_KEY, type ListedArticle } from './article-queries.ts';
import { CommentList } from './comment-list.tsx';
import { COMMENTS_KEY, commentsOf, type ListedComment } from './comment-queries.ts';

interface CommentsDialogProps {
  readonly article: ListedArticle;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** What readers have said about an article, and who they are. */
export function CommentsDialog({ article, ...dialog }: CommentsDialogProps) {
  return (
    <Dialog {...dialog} title="Comments" description={article.title} width="wide">
      <CommentingSwitch articleId={article.id} />
      <Comments articleId={article.id} />
    </Dialog>
  );
}

function Comments({ articleId }: { readonly articleId: string }) {
  const [page, setPage] = useState(1);
  const comments = useQuery(commentsOf(articleId, page));
  const { data } = comments;
  const top = useRef<HTMLDivElement>(null);

  if (data === undefined) {
    if (!comments.isError) return <Spinner label="Loading comments..." />;
    return <LoadFailure text="Failed to load comments" onRetry={comments.refetch} />;
  }
  if (data.total === 0) return <Notice text="No comments yet" />;
  return (
    <div ref={top} tabIndex={-1} className="comments">
      <DeletableComments
        comments={data.comments}
        onDecided={() => top.current?.focus()}
        onDeleted={() => {
          if (data.comments.length === 1 && page > 1) setPage(page - 1);
          top.current?.focus();
        }}
      />
      <Pagination
        label="Pages of comments"
        page={data.page}
        pageCount={data.page_count}
        onPage={(next) => {
          setPage(next);
          top.current?.scrollIntoView({ block: 'start' });
        }}
      />
    </div>
  );
}

interface DeletableCommentsProps {
  readonly comments: readonly ListedComment[];
  readonly onDeleted: () => void;
  /** The button that had the focus is gone. */
  readonly onDecided: () => void;
}

function DeletableComments({ comments, onDeleted, onDecided }: DeletableCommentsProps) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<ListedComment | null>(null);
  const deciding = useDeciding();
  const deleting = useMutation({
    mutationFn: (id: string) => deleteComment(id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: COMMENTS_KEY });
      void queries.invalidateQueries({ queryKey: ARTICLES_KEY });
      toastSuccess('Comment deleted');
      onDeleted();
    },
    onError: () => toastFailure('Failed to delete comment'),
    onSettled: () => setAsked(null),
  });
  return (
    <>
      <CommentList
        comments={comments}
        isBusy={deciding.isPending}
        onApprove={(comment) => deciding.mutate({ comment, decision: 'approve' }, { onSuccess: onDecided })}
        onDelete={setAsked}
      />
      <ConfirmDialog
        isOpen={asked !== null}
        title="Delete Comment"
        {...(asked === null ? {} : { subject: asked.user_email })}
        text="Are you sure you want to delete this comment? Moderation keeps it for a while, to be put back."
        action="Delete"
        busyAction="Deleting..."
        isBusy={deleting.isPending}
        isDangerous
        onConfirm={() => asked !== null && deleting.mutate(asked.id)}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}

/** Somebody else may have been quicker: then it is as it was wanted. */
async function deleteComment(id: string): Promise<void> {
  try {
    await answerOf(api.newsroom.comments[':id'].$delete({ param: { id } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
