import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useEffect } from 'react';
import { timeOrDateTime } from '../../components/dates.ts';
import { sessionManager } from '../../session/newsroom-session.ts';
import { presenceApi } from './presence-api.ts';

/** Milliseconds between two requests. The server forgets an editor after 90 seconds. */
const INTERVAL_MS = 20_000;

/** Tells the server that the article is open, and shows who else has it open. */
export function PresenceNotice({ articleId }: { readonly articleId: string }) {
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

  return (
    <div role="status">
      {others.data !== undefined && others.data.length > 0 && (
        <ul className="editor-notice presence">
          {others.data.map(({ name, since }) => (
            <li key={`${name} ${since}`}>
              <Users size={16} aria-hidden="true" />
              <span>
                <bdi>{name}</bdi> has had this article open since {timeOrDateTime(since)}.
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
