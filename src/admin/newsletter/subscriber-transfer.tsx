import { Upload } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ImportedAs } from '#domain/newsletter/subscriber.ts';
import { SelectField } from '../components/field.tsx';
import { authenticatedFetch } from '../api/authenticated-fetch.ts';
import { downloadFile } from '../api/download-file.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';
import { type ImportReport, ImportReportText } from '../components/import-report.tsx';
import { ExportButton } from '../components/export-button.tsx';

/** The typed API client supports only JSON, so CSV files are fetched directly. */
const EXPORT = '/api/newsroom/newsletter/subscribers.csv';
const IMPORT = '/api/newsroom/newsletter/imports';

const AS = [
  { value: 'pending', label: 'Unconfirmed: each address gets a confirmation email' },
  { value: 'confirmed', label: 'Confirmed: the list includes their consent' },
] as const;

/** Export and import of subscribers as CSV. */
export function SubscriberTransfer() {
  const exporting = useNewsletterCommand({
    run: () => downloadFile(EXPORT, 'subscribers.csv'),
    failed: 'Failed to export the subscribers',
  });
  return (
    <section className="panel" aria-labelledby="transfer-title">
      <div className="list-head">
        <h2 id="transfer-title">Import and export</h2>
        <ExportButton isExporting={exporting.isPending} onExport={() => exporting.mutate()} />
      </div>
      <ImportForm />
    </section>
  );
}

function ImportForm() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [as, setAs] = useState<ImportedAs>('pending');
  const [file, setFile] = useState<File | null>(null);
  const importing = useNewsletterCommand<void, ImportReport>({
    run: () => importList(file, as),
    failed: 'Failed to import the list',
    onSuccess() {
      setFile(null);
      if (input.current !== null) input.current.value = '';
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (file !== null && !importing.isPending) importing.mutate();
  }

  return (
    <form className="import-form" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>Import CSV</label>
        <input
          id={id}
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}hint`}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
        <p id={`${id}hint`} className="field-hint">
          The first line names the columns: email and, optionally, consent, confirmed_at and status. At most
          10 MB. Existing subscribers are unchanged.
        </p>
      </div>
      <SelectField
        label="Import as"
        value={as}
        options={AS}
        onChange={(value) => setAs(value === 'confirmed' ? 'confirmed' : 'pending')}
      />
      <button
        type="submit"
        className="button button-secondary justify-self-start"
        disabled={file === null || importing.isPending}
      >
        <Upload size={16} aria-hidden="true" />
        {importing.isPending ? 'Importing...' : 'Import'}
      </button>
      <div role="status">{importing.data !== undefined && <ImportReportText report={importing.data} />}</div>
    </form>
  );
}

async function importList(file: File | null, as: ImportedAs): Promise<ImportReport> {
  const response = await authenticatedFetch(`${IMPORT}?as=${as}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  });
  return (await response.json()) as ImportReport;
}
