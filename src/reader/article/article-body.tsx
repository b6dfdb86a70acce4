interface ArticleBodyProps {
  /** Sanitised by the server before it was stored, and again when it was presented. */
  readonly html: string;
}

/** The one place on reader pages where stored HTML is put in as it is. */
export function ArticleBody({ html }: ArticleBodyProps) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
