import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportedAs } from '#domain/newsletter/subscriber.ts';
import type { ColumnMeaning } from '#domain/newsletter/subscribers/import/column-meanings.ts';
import type { DateOrder } from '#domain/newsletter/subscribers/import/list-dates.ts';
import { rejectionReason } from '../../api/api-error.ts';
import type { DialogControl } from '../../components/dialog-control.ts';
import { Dialog } from '../../components/dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useNewsletterCommand } from '../use-newsletter-command.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportRows } from './import-rows.tsx';
import {
  downloadRefused,
  importList,
  importPreviewQuery,
  type ListToImport,
  type SubscriberImportReport,
} from './import-requests.ts';

interface ImportDialogProps extends DialogControl {
  readonly file: File;
  readonly as: ImportedAs;
}

/** Shows what the columns of a list mean and what its import would do, lets the newsroom change the meanings, and imports it. */
export function ImportDialog({ file, as, ...control }: ImportDialogProps) {
  const [report, setReport] = useState<SubscriberImportReport | null>(null);
  const [choices, setChoices] = useState<Pick<ListToImport, 'meanings' | 'dateOrder'>>(NO_CHOICES);
  const [chosenFor, setChosenFor] = useState({ file, isOpen: control.isOpen });
  if (chosenFor.file !== file || chosenFor.isOpen !== control.isOpen) {
    setChosenFor({ file, isOpen: control.isOpen });
    // Not while it closes, which would show the questions again for a moment.
    if (control.isOpen) {
      setChoices(NO_CHOICES);
      setReport(null);
    }
  }
  const list = { file, as, ...choices };
  const [columns, setColumns] = useState(0);
  const preview = useQuery({
    ...importPreviewQuery(list, columns),
    enabled: control.isOpen && report === null,
  });
  if (preview.data !== undefined && !preview.isPlaceholderData && preview.data.columns.length !== columns)
    setColumns(preview.data.columns.length);
  const importing = useNewsletterCommand<void, SubscriberImportReport>({
    run: () => importList(list, columns),
    failed: 'Failed to import the list',
    onSuccess: setReport,
  });
  const downloading = useNewsletterCommand({
    run: () => downloadRefused(list, columns),
    failed: 'Failed to download the refused records',
  });
  const isReady =
    preview.data !== undefined &&
    !preview.isFetching &&
    !preview.isError &&
    preview.data.problems.length === 0;
  const result = report ?? preview.data;

  return (
    <Dialog
      {...control}
      title="Import subscribers"
      description={file.name}
      width="wide"
      hasInput={report === null && choices !== NO_CHOICES}
      closesOnClickOutside={false}
      footer={
        report === null ? (
          <button
            type="button"
            className="button"
            disabled={!isReady || importing.isPending}
            onClick={() => importing.mutate()}
          >
            {importing.isPending ? 'Importing...' : 'Import'}
          </button>
        ) : (
          <button type="button" className="button" onClick={control.onClose}>
            Done
          </button>
        )
      }
    >
      <div className="import-dialog">
        {preview.isError && report === null && (
          <LoadFailure
            text={rejectionReason(preview.error) ?? 'The list could not be read.'}
            onRetry={() => preview.refetch()}
          />
        )}
        {preview.isPending && report === null && <Spinner label="Reading the list..." />}
        {result !== undefined && !preview.isError && (
          <ImportCounts
            report={result}
            isDone={report !== null}
            isUpdating={preview.isFetching}
            isDownloading={downloading.isPending}
            onDownload={() => downloading.mutate()}
          />
        )}
        {report === null && preview.data !== undefined && (
          <>
            <ImportColumns
              preview={preview.data}
              meanings={choices.meanings}
              dateOrder={choices.dateOrder}
              onMeaning={(index, meaning) =>
                setChoices({ ...choices, meanings: withMeaning(choices.meanings, index, meaning) })
              }
              onDateOrder={(dateOrder: DateOrder) => setChoices({ ...choices, dateOrder })}
            />
            <ImportRows preview={preview.data} />
          </>
        )}
      </div>
    </Dialog>
  );
}

const NO_CHOICES: Pick<ListToImport, 'meanings' | 'dateOrder'> = { meanings: {}, dateOrder: null };

const withMeaning = (meanings: ListToImport['meanings'], index: number, meaning: ColumnMeaning) => ({
  ...meanings,
  [index]: meaning,
});
