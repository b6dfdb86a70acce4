import { ArrowRight } from 'lucide-react';
import { ARTICLE_ARCHIVE_PATH } from '#domain/articles/archive.ts';
import { type ArticleSummary, articlePath } from '#domain/articles/article.ts';
import { cardTagsOf, listArticles } from '#domain/articles/queries.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { textAttributes } from '#platform/language.ts';
import { renderPage, parsePageNumber, PageNotFound, type ReaderPage } from '../reader-page.tsx';
import { ArticleGrid, CardMeta, type CardSite } from '../components/article-card.tsx';
import { EmptyListing } from '../components/empty-listing.tsx';
import { LeadPicture } from '../components/lead-picture.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { Pagination, pagePath } from '../components/pagination.tsx';

export const articlesPage: ReaderPage = async (publication, { path, query }) => {
  const { db, site } = publication;
  const number = parsePageNumber(query['page']);
  const listing = await listArticles(db, number);
  if (number > listing.pageCount) throw new PageNotFound(`No page ${number}`);
  const description = listing.description ?? site.tagline;
  const { hero, articles, pageCount } = listing;
  return renderPage(publication, {
    viewedPage: 'listing',
    title: number === 1 ? 'Articles' : `Articles, page ${number}`,
    description,
    path: pagePath(path, number),
    tags: [pageTags.list, ...cardTagsOf(listing), pageTags.section('articles'), pageTags.site],
    content: (
      <div className="container pb-24">
        <PageHeading title="Articles" description={description} />
        {hero !== null && <FeaturedArticle article={hero} site={site} />}
        {hero === null && articles.length === 0 ? (
          <EmptyListing text="No articles yet" />
        ) : (
          <section className="pt-12" aria-label={hero === null ? 'Articles' : 'More articles'}>
            <ArticleGrid articles={articles} site={site} heading="h2" isBelowPicture={hero !== null} />
          </section>
        )}
        <Pagination path={path} page={number} pageCount={pageCount} />
        {(hero !== null || articles.length > 0) && (
          <p className="pt-12">
            <a className="link inline-flex min-h-8 items-center" href={ARTICLE_ARCHIVE_PATH}>
              Articles by month
            </a>
          </p>
        )}
      </div>
    ),
  });
};

const HERO_SIZES = '(min-width: 64rem) 46rem, 100vw';

interface FeaturedArticleProps {
  readonly article: ArticleSummary;
  readonly site: CardSite;
}

/** The article at the top of the list. */
export function FeaturedArticle({ article, site }: FeaturedArticleProps) {
  const section = site.sections.get(article.sectionSlug);
  const langAttributes = textAttributes(article.lang);
  return (
    <article
      className="article-card grid items-center gap-6 border-b border-rule py-10 lg:grid-cols-[1.62fr_1fr] lg:gap-12 lg:py-14"
      data-section={section.slug}
    >
      <div className="frame frame-wide">
        <LeadPicture article={article} section={section} sizes={HERO_SIZES} eager decorative />
      </div>
      <div>
        <p className="eyebrow">{section.shortName}</p>
        <h2 className="mt-2 text-3xl" {...langAttributes}>
          <a className="card-link" href={articlePath(article.slug)}>
            {article.title}
          </a>
        </h2>
        <p className="mt-4 font-serif text-lg" {...langAttributes}>
          {article.excerpt}
        </p>
        <CardMeta article={article} timeZone={site.timeZone} className="mt-4" />
        <a className="button relative z-1 mt-6" href={articlePath(article.slug)}>
          Read Full Article
          <span className="visually-hidden">: {article.title}</span>
          <ArrowRight size={18} aria-hidden="true" />
        </a>
      </div>
    </article>
  );
}
