import type { UseMutationResult } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ImportReport } from '#platform/import-report.ts';
import { authenticatedFetch } from '../api/authenticated-fetch.ts';
import { CsvFileField } from './csv-file-field.tsx';
import { ImportReportText } from './import-report.tsx';

interface ImportFormProps {
  /** What the file contains, and the limits. */
  readonly hint: string;
  readonly importing: Pick<UseMutationResult<ImportReport, Error, File>, 'mutate' | 'isPending' | 'data'>;
}

/** Imports a CSV file and shows the report. The file is cleared when the import has succeeded. */
export function ImportForm({ hint, importing }: ImportFormProps) {
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
      <CsvFileField hint={hint} input={input} onChange={setFile} />
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
export const sendFile = (path: string, file: File, signal?: AbortSignal): Promise<Response> =>
  authenticatedFetch(path, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
    signal: signal ?? null,
  });

/** Imports a CSV file. */
export async function importFile(path: string, file: File): Promise<ImportReport> {
  return (await (await sendFile(path, file)).json()) as ImportReport;
}
