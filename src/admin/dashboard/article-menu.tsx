import { Menu } from '@base-ui/react/menu';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, MoreHorizontal } from 'lucide-react';
import { useNavigate } from 'react-router';
import { randomUuid } from '#platform/random-uuid.ts';
import { api, parseResponse } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { ARTICLES_KEY, type ListedArticle } from './article-queries.ts';

interface ArticleMenuProps {
  readonly article: ListedArticle;
  /** The id of the element with its title. */
  readonly describedBy: string;
}

/** Actions with an article that are needed less often. */
export function ArticleMenu({ article, describedBy }: ArticleMenuProps) {
  const duplicating = useDuplicateArticle();
  return (
    <Menu.Root>
      <Menu.Trigger
        className="icon-button"
        aria-label="More actions"
        aria-describedby={describedBy}
        disabled={duplicating.isPending}
      >
        <MoreHorizontal size={16} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-positioner" sideOffset={4} align="end">
          <Menu.Popup className="menu">
            <Menu.Item className="menu-item" onClick={() => duplicating.mutate(article.id)}>
              <Copy size={15} aria-hidden="true" />
              Duplicate
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function useDuplicateArticle() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (id: string) =>
      parseResponse(
        api.newsroom.articles[':id'].duplicates.$post({
          param: { id },
          header: { 'idempotency-key': randomUuid() },
        }),
      ),
    onSuccess({ id, title, category_slug: section }) {
      toastSuccess('Article duplicated', title, {
        label: 'Edit',
        onClick: () => void navigate(`/admin/article-editor/${section}/${id}`),
      });
    },
    onError: (error) => toastFailure('Failed to duplicate article', error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ARTICLES_KEY }),
  });
}
