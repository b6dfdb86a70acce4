import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../components/field.tsx';
import { readPublication } from '../publication.ts';
import { settingsQuery, useSaveSettings } from '../settings/site-settings.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const DAY_OPTIONS = DAYS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));
const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`,
}));

/** The weekday and hour of automatic drafts. Each change is saved immediately. */
export function DraftingSettings() {
  const settings = useQuery(settingsQuery());
  const saving = useSaveSettings();
  if (settings.data === undefined) return null;
  return (
    <section className="panel drafting-settings" aria-labelledby="drafting-title">
      <h2 id="drafting-title">Automatic drafts</h2>
      <p className="text-muted">
        From the articles of the previous seven days, in the time zone {readPublication().timeZone}. No issue
        is sent without approval.
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
