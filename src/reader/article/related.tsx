import type { ArticleSummary } from '#domain/articles/article.ts';
import { ArticleGrid, type CardSite } from '../components/article-card.tsx';

interface RelatedProps {
  readonly articles: readonly ArticleSummary[];
  readonly site: CardSite;
}

/** Up to three other articles. Renders nothing when there are none. */
export function Related({ articles, site }: RelatedProps) {
  if (articles.length === 0) return null;
  return (
    <section className="related container py-16 md:py-20" aria-labelledby="related-title">
      <h2 id="related-title" className="mb-8 text-2xl">
        Related Articles
      </h2>
      <ArticleGrid articles={articles} site={site} heading="h3" isBelowPicture />
    </section>
  );
}
