import { Upload } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ImportedAs } from '#domain/newsletter/subscriber.ts';
import { SelectField } from '../components/field.tsx';
import { downloadFile } from '../api/download-file.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';
import { CsvFileField } from '../components/csv-file-field.tsx';
import { ExportButton } from '../components/export-button.tsx';
import { Panel } from '../components/panel.tsx';
import { ImportDialog } from './import/import-dialog.tsx';

/** The typed API client supports only JSON, so CSV files are fetched directly. */
const EXPORT = '/api/newsroom/newsletter/subscribers.csv';

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
  const [file, setFile] = useState<File | null>(null);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (file !== null) setOpen(true);
  }

  return (
    <form className="import-form" onSubmit={submit}>
      <CsvFileField
        hint="Lists of Ghost, Substack, Mailchimp, beehiiv, Kit, Buttondown, listmonk and Curated, and tables with addresses. At most 10 MB and 100,000 addresses."
        accept=",.tsv,.txt"
        input={input}
        onChange={setFile}
      />
      <SelectField
        label="Import as"
        value={as}
        options={AS}
        hint={AS.find(({ value }) => value === as)?.hint}
        onChange={(value) => setAs(value === 'confirmed' ? 'confirmed' : 'pending')}
      />
      <button type="submit" className="button button-secondary justify-self-start" disabled={file === null}>
        <Upload size={16} aria-hidden="true" />
        Check and import...
      </button>
      {file !== null && <ImportDialog file={file} as={as} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </form>
  );
}
