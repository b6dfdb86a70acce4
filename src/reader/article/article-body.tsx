import { textAttributes } from '#domain/articles/language.ts';

interface ArticleBodyProps {
  /** Sanitised by the server before it was stored, and again when it was presented. */
  readonly html: string;
  /** Empty where none is named: then the blocks have directions of their own. */
  readonly lang: string;
}

/** The one place on reader pages where stored HTML is put in as it is. */
export function ArticleBody({ html, lang }: ArticleBodyProps) {
  const attributes = lang === '' ? {} : textAttributes(lang);
  return <div className="prose" {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
