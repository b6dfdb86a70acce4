interface SpinnerProps {
  /** What is waited for; read out. */
  readonly label: string;
}

/** Turns while something is on its way, with the words that say what. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <p role="status" className="inline-flex items-center gap-3 text-muted">
      <span className="spinner" aria-hidden="true" />
      {label}
    </p>
  );
}
