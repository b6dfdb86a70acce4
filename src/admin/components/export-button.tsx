import { Download } from 'lucide-react';

interface ExportButtonProps {
  readonly isExporting: boolean;
  readonly onExport: () => void;
  /** The id of the heading that names the list, if a screen has several. */
  readonly describedBy?: string;
}

/** Downloads a list as CSV. */
export function ExportButton({ isExporting, onExport, describedBy }: ExportButtonProps) {
  return (
    <button
      type="button"
      className="button button-secondary"
      aria-describedby={describedBy}
      disabled={isExporting}
      onClick={onExport}
    >
      <Download size={16} aria-hidden="true" />
      {isExporting ? 'Exporting...' : 'Export CSV'}
    </button>
  );
}
