import type { ComponentProps } from 'react';
import { LANGUAGE_MAX_LENGTH } from '#platform/language.ts';
import { readPublication } from '../publication.ts';
import { TextField } from './field.tsx';

type LanguageFieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

function languageName(): string {
  const { locale } = readPublication();
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(locale) ?? locale;
}

/** The language of an article or a page, as a language tag. */
export function LanguageField(props: LanguageFieldProps) {
  return (
    <TextField
      label="Language"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      hint={`A tag such as ar, he or pt-BR. Leave it empty for the language of the publication, ${languageName()}.`}
      {...props}
      maxLength={LANGUAGE_MAX_LENGTH}
    />
  );
}
