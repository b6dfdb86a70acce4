import { YOUR_DATA_PATH } from '#domain/readers/paths.ts';
import { Field } from '#ui/field.tsx';
import { INVALID_EMAIL } from '../parts/form-texts.ts';

/** What was entered before, when it could not be taken, and why. */
export interface RefusedWish {
  readonly email: string;
  readonly problem: 'invalid' | 'too_many' | 'unavailable';
}

const NOT_TAKEN = {
  too_many: 'Too many links were asked for from your network. Please try again in an hour.',
  unavailable: 'Your wish could not be taken. Please try again in a moment.',
} as const;

/** A plain form, with script as without it: whoever comes here comes once. */
export function AskForm({ refused }: { readonly refused?: RefusedWish | undefined }) {
  const problem = refused?.problem;
  return (
    <form className="mt-6 grid gap-4" method="post" action={YOUR_DATA_PATH}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        placeholder="you@example.com"
        maxLength={254}
        hint="The address you commented, subscribed or wrote to us with."
        error={INVALID_EMAIL}
        isInvalid={problem === 'invalid'}
        {...(refused === undefined ? {} : { value: refused.email })}
      />
      {problem !== undefined && problem !== 'invalid' && (
        <p className="form-problem" role="alert">
          {NOT_TAKEN[problem]}
        </p>
      )}
      <button type="submit" className="button justify-self-start">
        Send me the link
      </button>
    </form>
  );
}
