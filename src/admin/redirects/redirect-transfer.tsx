import { Upload } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { authenticatedFetch } from '../api/authenticated-fetch.ts';
import { downloadFile } from '../api/download-file.ts';
import { type ImportReport, ImportReportText } from '../components/import-report.tsx';
import { ExportButton } from '../components/export-button.tsx';
import { useRedirectCommand } from './redirect-queries.ts';

/** The typed API client supports only JSON, so CSV files are fetched directly. */
const EXPORT = '/api/newsroom/redirects/redirects.csv';
const IMPORT = '/api/newsroom/redirects/imports';

/** Export and import of redirects as CSV. */
export function RedirectTransfer() {
  const id = useId();
  const exporting = useRedirectCommand({
    run: () => downloadFile(EXPORT, 'redirects.csv'),
    failed: 'Failed to export the redirects',
  });
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="list-head">
        <h2 id={id}>Import and export</h2>
        <ExportButton isExporting={exporting.isPending} onExport={() => exporting.mutate()} />
      </div>
      <ImportForm />
    </section>
  );
}

function ImportForm() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const importing = useRedirectCommand<void, ImportReport>({
    run: () => importList(file),
    failed: 'Failed to import the redirects',
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
          The first line names the columns: from, to and, optionally, kind (exact or prefix). At most 2 MB and
          5,000 redirects. Existing redirects are unchanged.
        </p>
      </div>
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

async function importList(file: File | null): Promise<ImportReport> {
  const response = await authenticatedFetch(IMPORT, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  });
  return (await response.json()) as ImportReport;
}
