import { textAttributes } from '#platform/language.ts';
import type { ShownPage } from '#domain/pages/page.ts';
import { ArticleBody } from '../article/article-body.tsx';

/** A page of the publication: title, excerpt and text. The preview of the newsroom renders the same component. */
export function OwnPageView({ page }: { readonly page: ShownPage }) {
  const langAttributes = textAttributes(page.lang);
  return (
    <article>
      <header className="container pt-10 md:pt-16">
        <div className="mx-auto max-w-[var(--measure)] wrap-anywhere">
          <h1 className="text-4xl" {...langAttributes}>
            {page.title}
          </h1>
          {page.excerpt !== '' && (
            <p className="mt-5 font-serif text-lg text-muted md:text-[1.375rem]" {...langAttributes}>
              {page.excerpt}
            </p>
          )}
        </div>
      </header>
      <div className="container py-10 md:py-14">
        <ArticleBody html={page.body} lang={page.lang} />
      </div>
    </article>
  );
}
