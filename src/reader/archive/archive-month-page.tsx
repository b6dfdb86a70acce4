import { archivePath, ARTICLE_ARCHIVE_PATH } from '#domain/articles/archive.ts';
import { findNeighboringMonths, listArticlesOfArchiveMonth } from '#domain/articles/archive.server.ts';
import { cardTags, pageTags } from '#domain/articles/cache-tags.ts';
import { longMonth } from '#domain/site/long-date.ts';
import { formatCount } from '#ui/format-count.ts';
import { ArticleGrid } from '../components/article-card.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { pagePath, Pagination } from '../components/pagination.tsx';
import { PageNotFound, parsePageNumber, type ReaderPage, renderPage } from '../reader-page.tsx';
import { ARCHIVE_TITLE } from './archive-index-page.tsx';

/** The articles of one month, newest first, with links to the months before and after it that have articles. */
export const archiveMonthPage: ReaderPage = async (publication, { params, query }) => {
  const { db, site } = publication;
  const { locale, timeZone } = site;
  const month = `${params['year']}-${params['month']}`;
  const page = parsePageNumber(query['page']);
  const { articles, total, pageCount } = await listArticlesOfArchiveMonth(db, { month, timeZone, page });
  if (total === 0) throw new PageNotFound(`No articles of ${month}`);
  if (page > pageCount) throw new PageNotFound(`No page ${page}`);
  const { earlier, later } = await findNeighboringMonths(db, month, timeZone);
  const name = longMonth(month, locale);
  const path = archivePath(month);
  const suffix = page === 1 ? '' : `, page ${page}`;
  return renderPage(publication, {
    viewedPage: 'listing',
    title: `Articles of ${name}${suffix}`,
    description: `The articles that ${site.name} published in ${name}${suffix}.`,
    path: pagePath(path, page),
    breadcrumbs: [
      { name: ARCHIVE_TITLE, path: ARTICLE_ARCHIVE_PATH },
      { name, path },
    ],
    tags: [pageTags.list, ...articles.flatMap(cardTags), pageTags.site],
    content: (
      <div className="container pb-24">
        <PageHeading title={name} description={formatCount(total, 'article', 'articles', locale)} />
        <section className="pt-12" aria-label="Articles">
          <ArticleGrid articles={articles} site={site} heading="h2" />
        </section>
        <Pagination path={path} page={page} pageCount={pageCount} />
        <nav className="pt-12" aria-label="Months">
          <ul className="flex flex-wrap items-center gap-4">
            <MonthLink month={later} rel="prev" label="Later" locale={locale} />
            <MonthLink month={earlier} rel="next" label="Earlier" locale={locale} />
            <li>
              <a className="link inline-flex min-h-8 items-center" href={ARTICLE_ARCHIVE_PATH}>
                {ARCHIVE_TITLE}
              </a>
            </li>
          </ul>
        </nav>
      </div>
    ),
  });
};

interface MonthLinkProps {
  /** Null if there is none. */
  readonly month: string | null;
  readonly rel: 'prev' | 'next';
  readonly label: string;
  readonly locale: string;
}

function MonthLink({ month, rel, label, locale }: MonthLinkProps) {
  if (month === null) return null;
  return (
    <li>
      <a className="link inline-flex min-h-8 items-center" href={archivePath(month)} rel={rel}>
        {`${label}: ${longMonth(month, locale)}`}
      </a>
    </li>
  );
}
