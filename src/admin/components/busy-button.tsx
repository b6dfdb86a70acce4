import type { ReactNode } from 'react';

interface BusyButtonProps {
  readonly className: string;
  readonly label: string;
  readonly busyLabel: string;
  readonly isBusy: boolean;
  readonly icon?: ReactNode;
  readonly onClick: () => void;
}

/** A button that is disabled, and says so, while its request is running. */
export function BusyButton({ className, label, busyLabel, isBusy, icon, onClick }: BusyButtonProps) {
  return (
    <button type="button" className={className} disabled={isBusy} onClick={onClick}>
      {icon}
      {isBusy ? busyLabel : label}
    </button>
  );
}
