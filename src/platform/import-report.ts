/** The result of an import of a CSV list. */
export interface ImportReport {
  readonly added: number;
  /** Records of what exists already, which stays unchanged. */
  readonly known: number;
  readonly refused: number;
  /** Reasons for the first `MAX_REPORTED_ERRORS` refused records. */
  readonly errors: readonly RecordError[];
}

export interface RecordError {
  /** Counted from 1, without the header. */
  readonly record: number;
  readonly reason: string;
}

export const MAX_REPORTED_ERRORS = 100;
