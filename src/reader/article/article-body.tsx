import { textAttributes } from '#platform/language.ts';

interface ArticleBodyProps {
  /** Sanitized by the server when it was saved and again when it was read. */
  readonly html: string;
  /** Empty if the article names no language; then each block sets its own text direction. */
  readonly lang: string;
}

/** The only place on reader pages that inserts stored HTML without escaping. */
export function ArticleBody({ html, lang }: ArticleBodyProps) {
  const attributes = lang === '' ? {} : textAttributes(lang);
  return <div className="prose" {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
