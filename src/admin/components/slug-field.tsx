import type { ComponentProps } from 'react';
import { SLUG_MAX_LENGTH, slugify } from '#domain/articles/slug.ts';
import { TextField } from './field.tsx';

interface SlugFieldProps extends Pick<ComponentProps<typeof TextField>, 'onChange' | 'error'> {
  readonly value: string;
  /** The beginning of the URL. */
  readonly prefix: string;
  /** From which the slug is derived while it is empty. */
  readonly title: string;
}

/** The slug of a page or a profile, with the URL that it leads to. */
export function SlugField({ prefix, title, ...field }: SlugFieldProps) {
  return (
    <TextField
      label="Slug"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={SLUG_MAX_LENGTH}
      hint={`URL: ${prefix}${slugify(field.value) || slugify(title) || '…'}`}
      {...field}
    />
  );
}
