import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ignoreNotFound } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { CommentingSwitch } from '../moderation/commenting-switch.tsx';
import { MODERATION_KEY } from '../moderation/moderation-queries.ts';
import { useModerateComments } from '../moderation/use-moderate-comments.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import { Dialog } from '../components/dialog.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Notice } from '../components/notice.tsx';
import { Pagination } from '../components/pagination.tsx';
import { Spinner } from '../components/spinner.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { ARTICLES_KEY, type ListedArticle } from './article-queries.ts';
import { CommentList } from './comment-list.tsx';
import { COMMENTS_KEY, commentListQuery, type ListedComment } from './comment-queries.ts';

interface CommentsDialogProps extends DialogControl {
  readonly article: ListedArticle;
}

/** The comments on an article with the email addresses of their authors. */
export function CommentsDialog({ article, ...dialog }: CommentsDialogProps) {
  return (
    <Dialog {...dialog} title="Comments" description={<bdi>{article.title}</bdi>} width="wide">
      <CommentingSwitch articleId={article.id} />
      <Comments articleId={article.id} />
    </Dialog>
  );
}

function Comments({ articleId }: { readonly articleId: string }) {
  const [page, setPage] = useState(1);
  const comments = useQuery(commentListQuery(articleId, page));
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
  /** Called after the focused button was removed. */
  readonly onDecided: () => void;
}

function DeletableComments({ comments, onDeleted, onDecided }: DeletableCommentsProps) {
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState<ListedComment | null>(null);
  const moderating = useModerateComments();
  const deleting = useMutation({
    mutationFn: (id: string) =>
      parseResponse(api.newsroom.comments[':id'].$delete({ param: { id } })).catch(ignoreNotFound),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: COMMENTS_KEY });
      void queries.invalidateQueries({ queryKey: ARTICLES_KEY });
      void queries.invalidateQueries({ queryKey: MODERATION_KEY });
      toastSuccess('Comment deleted');
      onDeleted();
    },
    onError: () => toastFailure('Failed to delete comment'),
  });
  return (
    <>
      <CommentList
        comments={comments}
        isBusy={moderating.isPending}
        onApprove={(comment) =>
          moderating.mutate({ comments: [comment], decision: 'approve' }, { onSuccess: onDecided })
        }
        onDelete={setConfirming}
      />
      <DeleteDialog
        isOpen={confirming !== null}
        onClose={() => setConfirming(null)}
        title="Delete comment"
        {...(confirming === null ? {} : { subject: confirming.user_email })}
        text="Are you sure you want to delete this comment? You can restore it under Moderation."
        request={{
          isPending: deleting.isPending,
          mutate: (_, options) => confirming !== null && deleting.mutate(confirming.id, options),
        }}
      />
    </>
  );
}
