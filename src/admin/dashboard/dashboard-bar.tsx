import { ExternalLink } from 'lucide-react';
import { readPublication } from '../publication.ts';
import { LogoutButton } from '../session/logout-button.tsx';
import { useSession } from '../session/newsroom-session.ts';

export function DashboardBar() {
  const session = useSession();
  return (
    <header className="newsroom-bar">
      <div className="container newsroom-bar-row">
        <p className="newsroom-name">
          <img src="/favicon.svg" alt="" width={26} height={26} />
          {readPublication().name}
          <small>Newsroom</small>
        </p>
        <span className="bar-account">{session?.user.name}</span>
        <a className="button button-plain button-small" href="/">
          <ExternalLink size={15} aria-hidden="true" />
          View site
        </a>
        <LogoutButton />
      </div>
    </header>
  );
}
