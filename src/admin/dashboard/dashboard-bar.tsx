import { ExternalLink, LogOut } from 'lucide-react';
import { readPublication } from '../publication.ts';
import { useLogout } from '../session/logout.ts';
import { useSession } from '../session/newsroom-session.ts';

export function DashboardBar() {
  const session = useSession();
  const logout = useLogout();
  return (
    <header className="newsroom-bar">
      <div className="container newsroom-bar-row">
        <p className="newsroom-name">
          <img src="/favicon.svg" alt="" width={26} height={26} />
          {readPublication().name}
          <small>Newsroom</small>
        </p>
        <span className="bar-who">{session?.user.name}</span>
        <a className="button button-plain button-small" href="/">
          <ExternalLink size={15} aria-hidden="true" />
          View site
        </a>
        <button
          type="button"
          className="button button-quiet button-small"
          disabled={logout.isPending}
          onClick={() => logout.mutate()}
        >
          <LogOut size={15} aria-hidden="true" />
          Logout
        </button>
      </div>
    </header>
  );
}
