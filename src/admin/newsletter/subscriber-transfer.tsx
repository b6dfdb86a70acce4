import { Download, Upload } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ImportedAs } from '#domain/newsletter/subscriber.ts';
import { SelectField } from '../parts/field.tsx';
import { sessionFetch } from '../api/session-fetch.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

/** Files are no JSON, which is all the typed client speaks. */
const EXPORT = '/api/newsroom/newsletter/subscribers.csv';
const IMPORT = '/api/newsroom/newsletter/imports';

interface Report {
  readonly added: number;
  readonly known: number;
  readonly refused: number;
  readonly complaints: readonly { readonly record: number; readonly reason: string }[];
}

const AS = [
  { value: 'pending', label: 'Not confirmed: each is asked by mail' },
  { value: 'confirmed', label: 'Confirmed: the list has their consent' },
] as const;

/** Lists of addresses, out and in. */
export function SubscriberTransfer() {
  const taking = useNewsletterCommand({
    run: downloadList,
    failed: 'Failed to export the subscribers',
  });
  return (
    <section className="desk-card" aria-labelledby="transfer-title">
      <div className="list-head">
        <h2 id="transfer-title">Lists</h2>
        <button
          type="button"
          className="button button-quiet"
          disabled={taking.isPending}
          onClick={() => taking.mutate()}
        >
          <Download size={16} aria-hidden="true" />
          {taking.isPending ? 'Exporting...' : 'Export CSV'}
        </button>
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
  const bringing = useNewsletterCommand<void, Report>({
    run: () => bringIn(file, as),
    failed: 'Failed to import the list',
    onSuccess() {
      setFile(null);
      if (input.current !== null) input.current.value = '';
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (file !== null && !bringing.isPending) bringing.mutate();
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
          The first line names the columns: email, and consent, confirmed_at, status if there are. At most 10
          MB. Whoever is here already stays as they are.
        </p>
      </div>
      <SelectField
        label="They are"
        value={as}
        options={AS}
        onChange={(value) => setAs(value === 'confirmed' ? 'confirmed' : 'pending')}
      />
      <button
        type="submit"
        className="button button-quiet justify-self-start"
        disabled={file === null || bringing.isPending}
      >
        <Upload size={16} aria-hidden="true" />
        {bringing.isPending ? 'Importing...' : 'Import'}
      </button>
      <div role="status">{bringing.data !== undefined && <ReportText report={bringing.data} />}</div>
    </form>
  );
}

function ReportText({ report: { added, known, refused, complaints } }: { readonly report: Report }) {
  return (
    <>
      <p>
        {added.toLocaleString('en-US')} added, {known.toLocaleString('en-US')} known already,{' '}
        {refused.toLocaleString('en-US')} refused.
      </p>
      {complaints.length > 0 && (
        <ul className="import-complaints">
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

async function bringIn(file: File | null, as: ImportedAs): Promise<Report> {
  const response = await sessionFetch(`${IMPORT}?as=${as}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  });
  return (await response.json()) as Report;
}

/** With the session, which a plain link would not carry. */
async function downloadList(): Promise<void> {
  const response = await sessionFetch(EXPORT);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = 'subscribers.csv';
  link.click();
  URL.revokeObjectURL(address);
}
