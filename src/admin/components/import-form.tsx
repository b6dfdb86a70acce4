import type { UseMutationResult } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { ImportReport } from '#platform/import-report.ts';
import { authenticatedFetch } from '../api/authenticated-fetch.ts';
import { ImportReportText } from './import-report.tsx';

interface ImportFormProps {
  /** What the file contains, and the limits. */
  readonly hint: string;
  readonly importing: Pick<UseMutationResult<ImportReport, Error, File>, 'mutate' | 'isPending' | 'data'>;
  /** Further fields. */
  readonly children?: ReactNode;
}

/** Imports a CSV file and shows the report. The file is cleared when the import has succeeded. */
export function ImportForm({ hint, importing, children }: ImportFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);

  function clear(): void {
    setFile(null);
    if (input.current !== null) input.current.value = '';
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (file !== null && !importing.isPending) importing.mutate(file, { onSuccess: clear });
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
          {hint}
        </p>
      </div>
      {children}
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

/** Sends a CSV file. The typed API client supports only JSON. */
export async function importFile(path: string, file: File): Promise<ImportReport> {
  const response = await authenticatedFetch(path, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  });
  return (await response.json()) as ImportReport;
}
