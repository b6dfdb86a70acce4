import { ArrowLeft, History } from 'lucide-react';
import { Link } from 'react-router';

interface TopBarProps {
  readonly isNew: boolean;
  /** Undefined while there is nothing to look back at. */
  readonly onHistory?: (() => void) | undefined;
}

/** The way back, and what is going on here. */
export function TopBar({ isNew, onHistory }: TopBarProps) {
  return (
    <header className="editor-bar">
      <div className="container editor-bar-row">
        <Link to="/admin" className="button button-plain editor-back">
          <ArrowLeft size={18} aria-hidden="true" />
          Back to Admin
        </Link>
        <h1 className="editor-name">{isNew ? 'Creating New Article' : 'Editing Article'}</h1>
        {onHistory !== undefined && (
          <button type="button" className="button button-plain" onClick={onHistory}>
            <History size={18} aria-hidden="true" />
            Revisions
          </button>
        )}
      </div>
    </header>
  );
}
