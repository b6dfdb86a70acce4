import { useState } from 'react';
import type { ImportedAs } from '#domain/newsletter/subscriber.ts';
import { SelectField } from '../components/field.tsx';
import { downloadFile } from '../api/download-file.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';
import { importFile, ImportForm } from '../components/import-form.tsx';
import type { ImportReport } from '#platform/import-report.ts';
import { ExportButton } from '../components/export-button.tsx';
import { Panel } from '../components/panel.tsx';

/** The typed API client supports only JSON, so CSV files are fetched directly. */
const EXPORT = '/api/newsroom/newsletter/subscribers.csv';
const IMPORT = '/api/newsroom/newsletter/imports';

const AS = [
  { value: 'pending', label: 'Unconfirmed', hint: 'Each address gets a confirmation email.' },
  { value: 'confirmed', label: 'Confirmed', hint: 'The list includes their consent.' },
] as const;

/** Export and import of subscribers as CSV. */
export function SubscriberTransfer() {
  const exporting = useNewsletterCommand({
    run: () => downloadFile(EXPORT, 'subscribers.csv'),
    failed: 'Failed to export the subscribers',
  });
  return (
    <Panel
      titleId="transfer-title"
      title="Import and export"
      action={<ExportButton isExporting={exporting.isPending} onExport={() => exporting.mutate()} />}
    >
      <SubscriberImport />
    </Panel>
  );
}

function SubscriberImport() {
  const [as, setAs] = useState<ImportedAs>('pending');
  const importing = useNewsletterCommand<File, ImportReport>({
    run: (file) => importFile(`${IMPORT}?as=${as}`, file),
    failed: 'Failed to import the list',
  });
  return (
    <ImportForm
      importing={importing}
      hint="The first line names the columns: email and, optionally, consent, confirmed_at and status. At most 10 MB. Existing subscribers are unchanged."
    >
      <SelectField
        label="Import as"
        value={as}
        options={AS}
        hint={AS.find(({ value }) => value === as)?.hint}
        onChange={(value) => setAs(value === 'confirmed' ? 'confirmed' : 'pending')}
      />
    </ImportForm>
  );
}
