import { useId } from 'react';
import { downloadFile } from '../api/download-file.ts';
import { importFile, ImportForm } from '../components/import-form.tsx';
import type { ImportReport } from '#platform/import-report.ts';
import { ExportButton } from '../components/export-button.tsx';
import { Panel } from '../components/panel.tsx';
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
  const importing = useRedirectCommand<File, ImportReport>({
    run: (file) => importFile(IMPORT, file),
    failed: 'Failed to import the redirects',
  });
  return (
    <Panel
      titleId={id}
      title="Import and export"
      action={<ExportButton isExporting={exporting.isPending} onExport={() => exporting.mutate()} />}
    >
      <ImportForm
        importing={importing}
        hint="The first line names the columns: from, to and, optionally, kind (exact or prefix). At most 2 MB and 5,000 redirects. Existing redirects are unchanged."
      />
    </Panel>
  );
}
