import { Download } from 'lucide-react';

interface ExportButtonProps {
  readonly isExporting: boolean;
  readonly onExport: () => void;
}

/** Downloads a list as CSV. */
export function ExportButton({ isExporting, onExport }: ExportButtonProps) {
  return (
    <button type="button" className="button button-secondary" disabled={isExporting} onClick={onExport}>
      <Download size={16} aria-hidden="true" />
      {isExporting ? 'Exporting...' : 'Export CSV'}
    </button>
  );
}
