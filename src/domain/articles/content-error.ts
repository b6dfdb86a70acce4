import { DomainError } from '#platform/domain-error.ts';

/** The error for article HTML that is rejected; `message` is shown at the field `content`. */
export function contentError(message: string): DomainError {
  return new DomainError('unprocessable', '', { fields: { content: message } });
}
