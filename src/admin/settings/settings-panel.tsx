import { RetentionForm } from './retention-form.tsx';
import { LoadedSettings } from './loaded-settings.tsx';

/** The site settings that belong to no other tab. */
export function SettingsPanel() {
  return (
    <section className="panel" aria-labelledby="retention-title">
      <div className="list-head">
        <h2 id="retention-title">Data retention</h2>
      </div>
      <p className="retention-note">
        In days. Older data is permanently deleted within a day. Readers can see these periods and delete
        their data on the{' '}
        <a className="link" href="/your-data">
          personal data page
        </a>
        .
      </p>
      <LoadedSettings>{(settings) => <RetentionForm settings={settings} />}</LoadedSettings>
    </section>
  );
}
