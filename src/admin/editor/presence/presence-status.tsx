import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Fragment, useEffect } from 'react';
import { timeOrDateTime } from '../../components/dates.ts';
import { sessionManager } from '../../session/newsroom-session.ts';
import { presenceApi } from './presence-api.ts';

/** Milliseconds between two requests. The server forgets an editor after 90 seconds. */
const INTERVAL_MS = 20_000;

/** People whose names are shown, so that the footer stays low. */
const SHOWN = 3;

/**
 * Tells the server that the article is open, and shows who else has it open. Part of the footer: above the text it would move
 * the text whenever somebody opens or leaves the article.
 */
export function PresenceStatus({ articleId }: { readonly articleId: string }) {
  const others = useQuery({
    queryKey: ['presence', articleId],
    queryFn: ({ signal }) => presenceApi.enter(articleId, signal),
    refetchInterval: INTERVAL_MS,
    // An editor in a hidden tab is open too.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

  useEffect(() => {
    // When it fails, the presence on the server expires.
    const leave = () => {
      if (sessionManager.current() !== null) void presenceApi.leave(articleId).catch(() => undefined);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [articleId]);

  const all = others.data ?? [];
  const hidden = all.length - SHOWN;
  return (
    <div role="status">
      {all.length > 0 && (
        <p className="flex items-start gap-1.5 text-xs text-muted">
          <Users size={16} aria-hidden="true" className="mt-0.5 flex-none" />
          <span className="min-w-0 wrap-anywhere">
            Also open:{' '}
            {all.slice(0, SHOWN).map(({ name, since }, index) => (
              <Fragment key={`${name} ${since}`}>
                {index > 0 && ', '}
                <bdi>{name}</bdi> (since {timeOrDateTime(since)})
              </Fragment>
            ))}
            {hidden > 0 && `, and ${hidden} more`}
          </span>
        </p>
      )}
    </div>
  );
}
