import { CircleUser, ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { usePublicationIcon, usePublicationName } from '../publication.ts';
import { LogoutButton } from '../session/logout-button.tsx';
import { useSession } from '../session/newsroom-session.ts';

/** The bar above the dashboard and the own account. */
export function NewsroomBar() {
  const session = useSession();
  return (
    <header className="top-bar newsroom-bar">
      <div className="container top-bar-row newsroom-bar-row">
        <p className="newsroom-name">
          <img src={usePublicationIcon()} alt="" width={26} height={26} />
          {usePublicationName()}
          <small>Newsroom</small>
        </p>
        <div className="newsroom-bar-links">
          <Link
            className="bar-account link"
            to="/admin/account"
            aria-label={`Your account: ${session?.user.name ?? ''}`}
          >
            <span>{session?.user.name}</span>
            <CircleUser size={18} aria-hidden="true" />
          </Link>
          <a className="button button-plain button-small" href="/">
            <ExternalLink size={15} aria-hidden="true" />
            View site
          </a>
          <LogoutButton />
        </div>
      </div>
    </header>
  );
}
