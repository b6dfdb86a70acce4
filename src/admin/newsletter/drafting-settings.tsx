import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../parts/field.tsx';
import { readPublication } from '../publication.ts';
import { settingsOfSite, useSavingSettings } from '../settings/site-settings.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const DAY_OPTIONS = DAYS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));
const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`,
}));

/** When the week's issue drafts itself. Saved as it is chosen. */
export function DraftingSettings() {
  const settings = useQuery(settingsOfSite());
  const saving = useSavingSettings();
  if (settings.data === undefined) return null;
  return (
    <section className="desk-card drafting-settings" aria-labelledby="drafting-title">
      <h2 id="drafting-title">When it drafts itself</h2>
      <p className="text-muted">
        From what was published in the seven days before, in the time zone {readPublication().timeZone}.
        Nothing is ever sent without an approval.
      </p>
      <div className="drafting-fields">
        <SelectField
          label="Day"
          value={settings.data.newsletter_day}
          options={DAY_OPTIONS}
          onChange={(value) => {
            const day = DAYS.find((entry) => entry === value);
            if (day !== undefined) saving.mutate({ newsletter_day: day });
          }}
        />
        <SelectField
          label="Hour"
          value={String(settings.data.newsletter_hour)}
          options={HOUR_OPTIONS}
          onChange={(value) => saving.mutate({ newsletter_hour: Number(value) })}
        />
      </div>
    </section>
  );
}
