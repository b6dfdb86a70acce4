import { UNDELIVERABLE_ADDRESS } from '#platform/mail/email-address.ts';

/** Error of an email field whose value is not an email address. */
export const INVALID_EMAIL = 'Please enter a complete email address, such as you@example.com.';

/** Why a form that asks only for an address was refused. */
export type EmailFormProblem = 'invalid' | 'undeliverable' | 'too_many' | 'unavailable';

/** The message beside the field; undefined for a problem that is not about the address. */
export function addressErrorOf(problem: EmailFormProblem | undefined): string | undefined {
  if (problem === 'undeliverable') return UNDELIVERABLE_ADDRESS;
  return problem === 'invalid' ? INVALID_EMAIL : undefined;
}

/** The problem of a response with status 422, from the errors of its fields. */
export const addressProblemOf = (fieldErrors: Readonly<Record<string, string>> = {}): EmailFormProblem =>
  fieldErrors['email'] === UNDELIVERABLE_ADDRESS ? 'undeliverable' : 'invalid';
