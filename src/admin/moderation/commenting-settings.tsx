import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { CommentingForm } from './commenting-form.tsx';
import { settingsOfSite } from './moderation-queries.ts';

/** What is taken, what is held, and for how long. */
export function CommentingSettings() {
  const settings = useQuery({ ...settingsOfSite(), refetchOnWindowFocus: false });
  return (
    <section className="desk-card" aria-labelledby="commenting-title">
      <div className="list-head">
        <h2 id="commenting-title">Commenting</h2>
      </div>
      {settings.data !== undefined ? (
        <CommentingForm settings={settings.data} />
      ) : settings.isError ? (
        <LoadFailure text="Failed to load the settings" onRetry={settings.refetch} />
      ) : (
        <Spinner label="Loading settings..." />
      )}
    </section>
  );
}
