import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

/** The field of a path or a URL: from left to right in every language, and without corrections of the browser. */
export function AddressField(props: ComponentProps<typeof TextField>) {
  return <TextField dir="ltr" autoComplete="off" spellCheck={false} {...props} />;
}
