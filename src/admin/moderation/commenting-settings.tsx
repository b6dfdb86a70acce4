import { LoadedSettings } from '../settings/loaded-settings.tsx';
import { CommentingForm } from './commenting-form.tsx';

/** The settings for comments. */
export function CommentingSettings() {
  return (
    <section className="panel" aria-labelledby="commenting-title">
      <div className="list-head">
        <h2 id="commenting-title">Commenting</h2>
      </div>
      <LoadedSettings>{(settings) => <CommentingForm settings={settings} />}</LoadedSettings>
    </section>
  );
}
