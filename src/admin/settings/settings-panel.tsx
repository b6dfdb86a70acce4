import { useQuery } from '@tanstack/react-query';
import { settingsOfSite } from '../moderation/moderation-queries.ts';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { KeptForm } from './kept-form.tsx';

/** What holds for the whole site and belongs to no other tab. */
export function SettingsPanel() {
  const settings = useQuery({ ...settingsOfSite(), refetchOnWindowFocus: false });
  return (
    <section className="desk-card" aria-labelledby="kept-title">
      <div className="list-head">
        <h2 id="kept-title">How long things are kept</h2>
      </div>
      <p className="kept-note">
        In days. What is older is deleted within a day, for good. Readers are told the same on{' '}
        <a className="link" href="/your-data">
          their page
        </a>
        , where they can also have what is kept about them deleted.
      </p>
      {settings.data !== undefined ? (
        <KeptForm settings={settings.data} />
      ) : settings.isError ? (
        <LoadFailure text="Failed to load the settings" onRetry={settings.refetch} />
      ) : (
        <Spinner label="Loading settings..." />
      )}
    </section>
  );
}
