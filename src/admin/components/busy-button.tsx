import type { ReactNode } from 'react';

interface BusyButtonProps {
  readonly className: string;
  readonly label: string;
  readonly busyLabel: string;
  readonly icon?: ReactNode;
  readonly request: { readonly isPending: boolean; readonly mutate: () => void };
}

/** A button that sends a request. It is disabled, and says so, while the request is running. */
export function BusyButton({ className, label, busyLabel, icon, request }: BusyButtonProps) {
  return (
    <button type="button" className={className} disabled={request.isPending} onClick={() => request.mutate()}>
      {icon}
      {request.isPending ? busyLabel : label}
    </button>
  );
}
