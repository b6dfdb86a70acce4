import { type ArchiveMonth, archivePath, ARTICLE_ARCHIVE_PATH } from '#domain/articles/archive.ts';
import { listArchiveMonths } from '#domain/articles/archive.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { longMonth } from '#domain/site/long-date.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import { Count } from '../components/amount.tsx';
import { EmptyListing } from '../components/empty-listing.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import type { Publication } from '../publication.ts';
import { PageNotFound, type ReaderPage, renderPage } from '../reader-page.tsx';

export const ARCHIVE_TITLE = 'Articles by month';

/** Every month in which articles were published, by year. */
export const archiveIndexPage: ReaderPage = async (publication) => {
  const months = await listArchiveMonths(publication.db, publication.site.timeZone);
  return renderMonths(publication, {
    title: ARCHIVE_TITLE,
    description: `Every article of ${publication.site.name} by the month of its publication.`,
    path: ARTICLE_ARCHIVE_PATH,
    months,
  });
};

/** The months of one year. */
export const archiveYearPage: ReaderPage = async (publication, { params }) => {
  const { db, site } = publication;
  const year = params['year'] ?? '';
  const months = await listArchiveMonths(db, site.timeZone, year);
  if (months.length === 0) throw new PageNotFound(`No articles of ${year}`);
  return renderMonths(publication, {
    title: `Articles of ${year}`,
    description: `The articles that ${site.name} published in ${year}, by month.`,
    path: archivePath(year),
    months,
  });
};

interface MonthsPage {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly months: readonly ArchiveMonth[];
}

function renderMonths(publication: Publication, { title, description, path, months }: MonthsPage): Rendered {
  const { locale } = publication.site;
  const isIndex = path === ARTICLE_ARCHIVE_PATH;
  const years = Map.groupBy(months, ({ month }) => month.slice(0, 4));
  return renderPage(publication, {
    styleSheet: 'secondary',
    viewedPage: 'listing',
    title,
    description,
    path,
    breadcrumbs: [
      ...(isIndex ? [] : [{ name: ARCHIVE_TITLE, path: ARTICLE_ARCHIVE_PATH }]),
      { name: title, path },
    ],
    tags: [pageTags.list, pageTags.site],
    content: (
      <div className="container pb-24">
        <PageHeading title={title} description={description} />
        {months.length === 0 && <EmptyListing text="No articles yet" />}
        {isIndex ? (
          Array.from(years, ([year, monthsOfYear]) => (
            <section key={year} className="pt-12">
              <h2 className="text-xl">
                <a className="link inline-flex min-h-8 items-center" href={archivePath(year)}>
                  {year}
                </a>
              </h2>
              <MonthList months={monthsOfYear} locale={locale} />
            </section>
          ))
        ) : (
          <>
            <MonthList months={months} locale={locale} />
            <p className="pt-12">
              <a className="link inline-flex min-h-8 items-center" href={ARTICLE_ARCHIVE_PATH}>
                {ARCHIVE_TITLE}
              </a>
            </p>
          </>
        )}
      </div>
    ),
  });
}

function MonthList({ months, locale }: Pick<MonthsPage, 'months'> & { readonly locale: string }) {
  return (
    <ol className="archive mt-4 max-w-[46rem]">
      {months.map(({ month, count }) => (
        <li key={month}>
          <a className="card-link" href={archivePath(month)}>
            {longMonth(month, locale)}
          </a>
          <p className="meta">
            <span>
              <Count value={count} one="article" many="articles" />
            </span>
          </p>
        </li>
      ))}
    </ol>
  );
}
