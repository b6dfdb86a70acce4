import { useQuery } from '@tanstack/react-query';
import { titleOrUntitled } from '#domain/articles/untitled.ts';
import { formatCount } from '#ui/format-count.ts';
import { shortDateTime } from '../../components/dates.ts';
import { autosaveApi } from './autosave-api.ts';

/** The entry of the autosave in the list of revisions; nothing without one. It is part of the editor, so it has no buttons. */
export function AutosaveRevision({ articleId }: { readonly articleId: string }) {
  const { data } = useQuery({
    queryKey: ['revisions', articleId, 'autosave'],
    queryFn: ({ signal }) => autosaveApi.get(articleId, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const autosave = data?.autosave ?? null;
  if (autosave === null) return null;
  return (
    <li className="revision">
      <div>
        <p className="revision-name">
          <strong>Autosave</strong>
          <span className="text-muted">not saved, based on revision {autosave.based_on}</span>
        </p>
        <p className="revision-title">{titleOrUntitled(autosave.title)}</p>
        <p className="revision-meta">
          {shortDateTime(autosave.saved_at)} · {autosave.saved_by_name ?? 'Unknown'} ·{' '}
          {formatCount(autosave.word_count, 'word')}
        </p>
      </div>
    </li>
  );
}
