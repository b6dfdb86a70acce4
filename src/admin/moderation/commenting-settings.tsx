import { useQuery } from '@tanstack/react-query';
import { Notice } from '../parts/notice.tsx';
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
        <Notice text="Failed to load the settings" isFailure>
          <button type="button" className="button button-quiet" onClick={() => void settings.refetch()}>
            Try again
          </button>
        </Notice>
      ) : (
        <Spinner label="Loading settings..." />
      )}
    </section>
  );
}
