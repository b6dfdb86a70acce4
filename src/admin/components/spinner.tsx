interface SpinnerProps {
  /** The visible status text, which screen readers announce. */
  readonly label: string;
}

export function Spinner({ label }: SpinnerProps) {
  return (
    <p role="status" className="inline-flex items-center gap-3 text-muted">
      <span className="spinner" aria-hidden="true" />
      {label}
    </p>
  );
}
