import { StateBadge } from '../components/state-badge.tsx';

interface AboutRowProps {
  readonly onOpen: () => void;
}

/** The About page in the list. */
export function AboutRow({ onOpen }: AboutRowProps) {
  return (
    <div className="page-row">
      <div>
        <button type="button" className="row-cover page-title" onClick={onOpen}>
          About
        </button>
        <p className="text-xs text-muted wrap-anywhere">/about · mission, principles and timeline</p>
      </div>
      <StateBadge state="published" />
    </div>
  );
}
