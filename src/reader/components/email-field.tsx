import type { ComponentProps } from 'react';
import { isEmailAddress } from '#platform/mail/email-address.ts';
import { Field } from '#ui/field.tsx';

type EmailFieldProps = Pick<
  ComponentProps<typeof Field>,
  'hint' | 'error' | 'value' | 'isInvalid' | 'isCheckedByServer'
>;

/** The email address of a reader. */
export function EmailField(props: EmailFieldProps) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      accepts={isEmailAddress}
      autoComplete="email"
      placeholder="you@example.com"
      maxLength={254}
      {...props}
    />
  );
}
