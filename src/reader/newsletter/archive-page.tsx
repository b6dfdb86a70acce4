import { pageTags } from '#domain/articles/cache-tags.ts';
import { ARCHIVE_PATH, issuePath } from '#domain/newsletter/issue.ts';
import { listPublicIssues } from '#domain/newsletter/queries.server.ts';
import { archiveTag } from '#domain/newsletter/cache-tags.ts';
import { renderPage, PageNotFound, parsePageNumber, type ReaderPage } from '../reader-page.tsx';
import { PublishDate } from '../components/date.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { pagePath, Pagination } from '../components/pagination.tsx';

const TITLE = 'Past issues';
const DESCRIPTION = 'Every issue we have sent.';

/** Lists the issues that were sent, newest first. */
export const archivePage: ReaderPage = async (publication, { query }) => {
  const current = parsePageNumber(query['page']);
  const { issues, pageCount } = await listPublicIssues(publication.db, current);
  if (current > pageCount) throw new PageNotFound(`No page ${current} of the archive`);
  return renderPage(publication, {
    styleSheet: 'secondary',
    title: current === 1 ? TITLE : `${TITLE}, page ${current}`,
    description: DESCRIPTION,
    path: pagePath(ARCHIVE_PATH, current),
    tags: [pageTags.site, archiveTag],
    content: (
      <div className="container pb-24">
        <PageHeading title={TITLE} description={DESCRIPTION} />
        {issues.length === 0 ? (
          <div className="empty mt-12">
            <p>The first issue is still being written</p>
            <a className="link" href="/newsletter">
              Subscribe to get it
            </a>
          </div>
        ) : (
          <ol className="archive mt-4 max-w-[46rem]">
            {issues.map((issue) => (
              <li key={issue.id}>
                <p className="meta">
                  <span>Issue {issue.number}</span>
                  <PublishDate date={issue.date} timeZone={publication.site.timeZone} />
                </p>
                <h2 dir="auto" className="text-xl">
                  <a className="card-link" href={issuePath(issue.number)}>
                    {issue.subject}
                  </a>
                </h2>
              </li>
            ))}
          </ol>
        )}
        <Pagination path={ARCHIVE_PATH} page={current} pageCount={pageCount} />
      </div>
    ),
  });
};
