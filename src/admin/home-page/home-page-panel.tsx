import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { LatestMode } from '#domain/site/latest-mode.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { Panel } from '../components/panel.tsx';
import { Spinner } from '../components/spinner.tsx';
import { usePermissions } from '../session/access.ts';
import { HomePicksForm } from './home-picks-form.tsx';
import { homePicksQuery } from './home-picks-queries.ts';

/** The articles that editors pick for the home page. */
export function HomePagePanel() {
  const { data, isError, refetch } = useQuery(homePicksQuery);
  return (
    <div className="panel-stack">
      <Panel
        titleId="home-picks-title"
        title="Latest articles of the home page"
        action={
          <a className="link text-sm" href="/">
            View home page
          </a>
        }
      >
        {data !== undefined ? (
          <>
            <ModeNotice mode={data.mode} />
            <HomePicksForm loaded={data} />
          </>
        ) : isError ? (
          <LoadFailure text="Failed to load the picked articles" onRetry={refetch} />
        ) : (
          <Spinner label="Loading picked articles..." />
        )}
      </Panel>
    </div>
  );
}

const TEXTS: Readonly<Record<Exclude<LatestMode, 'picked'>, string>> = {
  off: 'The home page does not show the latest articles. What you pick here is shown once that is switched on.',
  automatic: 'The home page shows the newest articles automatically, not those that are picked here.',
};

/** Whether readers see the picks, and where that is changed. */
function ModeNotice({ mode }: { readonly mode: LatestMode }) {
  const can = usePermissions();
  if (mode === 'picked')
    return (
      <p className="settings-note">
        The first one is the lead, with its picture; the others are headlines. Readers see only what is
        published, and without an article nothing.
      </p>
    );
  return (
    <div className="settings-notice home-mode-notice">
      <p>{TEXTS[mode]}</p>
      {can('settings.edit') ? (
        <Link className="button button-secondary button-small" to="/admin?tab=settings&view=home">
          Change the setting
        </Link>
      ) : (
        <p>An administrator can change this in the settings.</p>
      )}
    </div>
  );
}
