import { YOUR_DATA_PATH } from '#domain/personal-data/paths.ts';
import { EmailField } from '../components/email-field.tsx';
import { addressErrorOf, type EmailFormProblem, INVALID_EMAIL } from '../components/form-messages.ts';

/** The submitted address and the reason why the request was refused. */
export interface RefusedLinkRequest {
  readonly email: string;
  readonly problem: EmailFormProblem;
}

const REQUEST_ERRORS = {
  too_many: 'Too many links were requested from your network. Please try again in an hour.',
  unavailable: 'We could not process your request. Please try again in a moment.',
} as const;

/** A plain form without an island: readers use it rarely. */
export function LinkRequestForm({ refused }: { readonly refused?: RefusedLinkRequest | undefined }) {
  const problem = refused?.problem;
  const addressError = addressErrorOf(problem);
  return (
    <form className="mt-6 grid gap-4" method="post" action={YOUR_DATA_PATH} noValidate>
      <EmailField
        hint="The address you commented, subscribed or wrote to us with."
        error={addressError ?? INVALID_EMAIL}
        isInvalid={addressError !== undefined}
        isCheckedByServer
        {...(refused === undefined ? {} : { value: refused.email })}
      />
      {(problem === 'too_many' || problem === 'unavailable') && (
        <p className="form-alert" role="alert">
          {REQUEST_ERRORS[problem]}
        </p>
      )}
      <button type="submit" className="button justify-self-start">
        Send me the link
      </button>
    </form>
  );
}
