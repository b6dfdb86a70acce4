import type { ComponentProps } from 'react';
import { TextField } from '../../components/field.tsx';

export const INVALID_LINK = 'Please enter a valid link.';

/** The address of a link in the text, as `completeLinkInput` reads it. */
export function LinkField(props: ComponentProps<typeof TextField>) {
  return <TextField inputMode="url" autoComplete="off" maxLength={2000} {...props} />;
}
