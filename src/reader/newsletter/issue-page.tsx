import { cardTags, pageTags } from '#domain/articles/cache-tags.ts';
import { ARCHIVE_PATH, issuePath, splitParagraphs } from '#domain/newsletter/issue.ts';
import { findPublicIssue, listIssueArticles, type PublicIssue } from '#domain/newsletter/queries.server.ts';
import { archiveTag } from '#domain/newsletter/cache-tags.ts';
import { type HtmlPage, renderPage, PageNotFound, type ReaderPage } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';
import { ArticleGrid } from '../components/article-card.tsx';
import { PublishDate } from '../components/date.tsx';

/** One issue, as it was sent, without articles that have been unpublished since. */
export const issuePage: ReaderPage = async (publication, { params }) => {
  const number = params['number'] ?? '';
  const issue = /^[1-9]\d{0,8}$/.test(number) ? await findPublicIssue(publication.db, Number(number)) : null;
  if (issue === null) throw new PageNotFound(`No issue ${number}`);
  return renderIssue(publication, issue, issuePath(issue.number));
};

/** An issue that is not public yet, for the holder of the link in a test email. Must not be stored. */
export function issuePreviewPage(publication: Publication, issue: PublicIssue): Promise<HtmlPage> {
  return renderIssue(publication, issue, null);
}

async function renderIssue(
  publication: Publication,
  issue: PublicIssue,
  path: string | null,
): Promise<HtmlPage> {
  const articles = await listIssueArticles(publication.db, issue.id);
  const { site } = publication;
  const paragraphs = splitParagraphs(issue.note);
  return renderPage(publication, {
    title: issue.subject,
    description: `Issue ${issue.number} of the weekly newsletter of ${site.name}.`,
    path,
    styleSheet: 'article',
    tags: [pageTags.site, archiveTag, ...articles.flatMap(cardTags)],
    content: (
      <div className="container pb-24">
        <header className="border-b border-rule pb-8 pt-12 md:pb-10 md:pt-16">
          <p className="meta">
            <span>Issue {issue.number}</span>
            <PublishDate date={issue.date} timeZone={site.timeZone} />
          </p>
          <h1 dir="auto" className="mt-3 text-4xl">
            {issue.subject}
          </h1>
        </header>
        {paragraphs.length > 0 && (
          <div className="prose mt-10 max-w-[var(--measure)]">
            {paragraphs.map((paragraph, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a text have no other key
              <p key={index} dir="auto" className="whitespace-pre-line">
                {paragraph}
              </p>
            ))}
          </div>
        )}
        <section className="mt-12" aria-label="In this issue">
          <ArticleGrid articles={articles} site={site} heading="h2" />
        </section>
        <p className="mt-14 flex flex-wrap gap-x-6 gap-y-2">
          <a className="link" href={ARCHIVE_PATH}>
            Past issues
          </a>
          <a className="link" href="/newsletter">
            Subscribe for free
          </a>
        </p>
      </div>
    ),
  });
}
