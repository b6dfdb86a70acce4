import { LoadedSettings } from '../settings/loaded-settings.tsx';
import { CommentingForm } from './commenting-form.tsx';

/** What is taken, what is held, and for how long. */
export function CommentingSettings() {
  return (
    <section className="desk-card" aria-labelledby="commenting-title">
      <div className="list-head">
        <h2 id="commenting-title">Commenting</h2>
      </div>
      <LoadedSettings>{(settings) => <CommentingForm settings={settings} />}</LoadedSettings>
    </section>
  );
}
