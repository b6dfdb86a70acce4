import { Download } from 'lucide-react';
import { formatNumber } from '#ui/format-number.ts';
import { RecordErrors } from '../../components/import-report.tsx';
import type { ImportPreview, SubscriberImportReport } from './import-requests.ts';

interface ImportCountsProps {
  readonly report: SubscriberImportReport | ImportPreview;
  /** Whether it was imported, or what an import would do. */
  readonly isDone: boolean;
  readonly isUpdating: boolean;
  readonly isDownloading: boolean;
  readonly onDownload: () => void;
}

const COUNTS = [
  ['confirmed', 'confirmed'],
  ['unconfirmed', 'unconfirmed'],
  ['opted_out', 'opted out'],
  ['known', 'already there'],
  ['refused', 'refused'],
] as const;

/** How many records are added, are there already or are refused, and why. */
export function ImportCounts({ report, isDone, isUpdating, isDownloading, onDownload }: ImportCountsProps) {
  return (
    <section aria-labelledby="import-counts" aria-busy={isUpdating}>
      <h3 id="import-counts" className="import-heading">
        {isDone ? 'Imported' : 'What will be imported'}
      </h3>
      <div role="status">
        <ul className="delivery-counts">
          {COUNTS.map(([name, label]) => (
            <li key={name}>
              <strong>{formatNumber(report[name])}</strong> {label}
            </li>
          ))}
        </ul>
        {report.ended > 0 && (
          <p>
            {formatNumber(report.ended)} of those already there {isDone ? 'were' : 'will be'} unsubscribed,
            because they have opted out according to this list.
          </p>
        )}
        {'problems' in report && report.problems.length > 0 && (
          <ul className="import-problems">
            {report.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
      <RecordErrors errors={report.errors} />
      {report.refused > 0 && (
        <button
          type="button"
          className="button button-secondary mt-3"
          disabled={isDownloading}
          onClick={onDownload}
        >
          <Download size={16} aria-hidden="true" />
          {isDownloading ? 'Downloading...' : 'Download refused records'}
        </button>
      )}
    </section>
  );
}
