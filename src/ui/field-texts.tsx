import type { ReactNode } from 'react';

interface FieldTextsProps {
  /** The id of the field. Those of the texts are the same with `hint` and `error` after it. */
  readonly id: string;
  readonly hint: ReactNode;
  readonly error: ReactNode;
}

/** The hint and the error below a field. */
export function FieldTexts({ id, hint, error }: FieldTextsProps) {
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}error`} className="field-error">
          {error}
        </p>
      )}
    </>
  );
}
