import { ArrowLeft, CalendarClock, ClipboardCheck, History } from 'lucide-react';
import { Link } from 'react-router';
import { PageHeading } from '../../components/page-heading.tsx';

interface TopBarProps {
  readonly isNew: boolean;
  /** Opens the check before publishing. Undefined while the article is loading. */
  readonly onCheck?: (() => void) | undefined;
  /** Asks when the article is published or taken offline. Undefined for roles that do not publish. */
  readonly onSchedule?: (() => void) | undefined;
  /** Opens the revisions. Undefined while there are none. */
  readonly onHistory?: (() => void) | undefined;
}

/** Header of the editor: back link, title, check, schedule and revisions. */
export function TopBar({ isNew, onCheck, onSchedule, onHistory }: TopBarProps) {
  return (
    <header className="top-bar editor-bar">
      <div className="container top-bar-row editor-bar-row">
        <Link to="/admin" className="button button-plain editor-back">
          <ArrowLeft size={18} aria-hidden="true" />
          Back to Admin
        </Link>
        <PageHeading className="editor-name">
          {isNew ? 'Creating New Article' : 'Editing Article'}
        </PageHeading>
        {onCheck !== undefined && (
          <button type="button" className="button button-plain" onClick={onCheck}>
            <ClipboardCheck size={18} aria-hidden="true" />
            <span className="editor-bar-label">
              Check<span className="visually-hidden"> before publishing</span>
            </span>
          </button>
        )}
        {onSchedule !== undefined && (
          <button type="button" className="button button-plain" onClick={onSchedule}>
            <CalendarClock size={18} aria-hidden="true" />
            <span className="editor-bar-label">Schedule</span>
          </button>
        )}
        {onHistory !== undefined && (
          <button type="button" className="button button-plain" onClick={onHistory}>
            <History size={18} aria-hidden="true" />
            <span className="editor-bar-label">Revisions</span>
          </button>
        )}
      </div>
    </header>
  );
}
