import { KeptForm } from './kept-form.tsx';
import { LoadedSettings } from './loaded-settings.tsx';

/** What holds for the whole site and belongs to no other tab. */
export function SettingsPanel() {
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
      <LoadedSettings>{(settings) => <KeptForm settings={settings} />}</LoadedSettings>
    </section>
  );
}
