import { Upload } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ImportedAs } from '#domain/newsletter/subscriber.ts';
import { SelectField } from '../components/field.tsx';
import { authenticatedFetch } from '../api/authenticated-fetch.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';
import { ExportButton } from '../components/export-button.tsx';

/** The typed API client supports only JSON, so CSV files are fetched directly. */
const EXPORT = '/api/newsroom/newsletter/subscribers.csv';
const IMPORT = '/api/newsroom/newsletter/imports';

interface Report {
  readonly added: number;
  readonly known: number;
  readonly refused: number;
  readonly complaints: readonly { readonly record: number; readonly reason: string }[];
}

const AS = [
  { value: 'pending', label: 'Unconfirmed: each address gets a confirmation email' },
  { value: 'confirmed', label: 'Confirmed: the list includes their consent' },
] as const;

/** Export and import of subscribers as CSV. */
export function SubscriberTransfer() {
  const exporting = useNewsletterCommand({
    run: downloadList,
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
  const importing = useNewsletterCommand<void, Report>({
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
      <div role="status">{importing.data !== undefined && <ReportText report={importing.data} />}</div>
    </form>
  );
}

function ReportText({ report: { added, known, refused, complaints } }: { readonly report: Report }) {
  return (
    <>
      <p>
        {added.toLocaleString('en-US')} added, {known.toLocaleString('en-US')} already known,{' '}
        {refused.toLocaleString('en-US')} rejected.
      </p>
      {complaints.length > 0 && (
        <ul className="import-errors">
          {complaints.slice(0, 20).map(({ record, reason }) => (
            <li key={record}>
              Record {record}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

async function importList(file: File | null, as: ImportedAs): Promise<Report> {
  const response = await authenticatedFetch(`${IMPORT}?as=${as}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  });
  return (await response.json()) as Report;
}

/** Downloads with `fetch`, because a link would not send the access token. */
async function downloadList(): Promise<void> {
  const response = await authenticatedFetch(EXPORT);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = 'subscribers.csv';
  link.click();
  URL.revokeObjectURL(url);
}
