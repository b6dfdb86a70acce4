import { articlePath, type PublishedArticle } from '#domain/articles/article.ts';
import { findMovedArticle, findPublishedArticle, listRelated } from '#domain/articles/queries.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import { getSection } from '#domain/categories/section.ts';
import { listComments } from '#domain/comments/queries.server.ts';
import type { Site } from '#domain/site/site.ts';
import { moved, page, PageNotFound, type ReaderPage } from '../answer.tsx';
import { ArticleView } from './article-view.tsx';
import { Comments } from './comments.tsx';
import { Related } from './related.tsx';

export const articlePage: ReaderPage = async (publication, { params }) => {
  const { db, site, pseudonymKey } = publication;
  const slug = params['slug'] ?? '';
  const article = await findPublishedArticle(db, slug);
  if (article === null) {
    const current = await findMovedArticle(db, slug);
    if (current === null) throw new PageNotFound(`No article ${slug}`);
    return moved(articlePath(current.slug), [pageTags.article(current.id)]);
  }
  const related = await listRelated(db, article);
  const comments = await listComments(db, article.id, pseudonymKey);
  return page(publication, {
    title: article.title,
    description: article.excerpt,
    path: articlePath(article.slug),
    kind: 'article',
    ...(article.picture === null ? {} : { image: article.picture }),
    tags: [pageTags.article(article.id), pageTags.section(article.sectionSlug), pageTags.site],
    data: structuredData(article, site),
    content: (
      <>
        <ArticleView article={article} commentCount={comments.total} timeZone={site.timeZone} />
        <Comments list={comments} timeZone={site.timeZone} />
        <Related articles={related} timeZone={site.timeZone} />
      </>
    ),
  });
};

/** https://schema.org/NewsArticle */
function structuredData(article: PublishedArticle, site: Site): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.excerpt,
    datePublished: article.publishDate.toISOString(),
    dateModified: article.updatedAt.toISOString(),
    articleSection: getSection(article.sectionSlug).names.badge,
    keywords: article.tags,
    author: {
      '@type': article.authorName === site.defaultAuthor ? 'Organization' : 'Person',
      name: article.authorName,
    },
    publisher: { '@type': 'Organization', name: site.name, url: `${site.url}/` },
    mainEntityOfPage: site.url + articlePath(article.slug),
    ...(article.picture === null ? {} : { image: [new URL(article.picture.url, site.url).href] }),
  };
}
