import type { ArticlePreview } from '#domain/articles/previewing.server.ts';
import { ArticleView } from '../article/article-view.tsx';
import { DateTime } from '../components/date.tsx';
import { errorPage } from '../not-found/error-page.tsx';
import type { Publication } from '../publication.ts';
import { renderPage } from '../reader-page.tsx';

interface SharedPreviewProps {
  readonly preview: ArticlePreview;
  /** Whether readers see an earlier text of the article. */
  readonly isPublished: boolean;
  readonly expiresAt: Date;
}

/** An article that is not public, for the holder of a link. Not stored, not indexed, and without the address of the page. */
export function sharedPreviewPage(
  publication: Publication,
  { preview, isPublished, expiresAt }: SharedPreviewProps,
): string {
  const { article, tagSlugs } = preview;
  const { site } = publication;
  return renderPage(publication, {
    title: `Preview: ${article.title}`,
    description: `An unpublished article of ${site.name}.`,
    path: null,
    styleSheet: 'articlePreview',
    lang: article.lang || site.locale,
    tags: [],
    content: (
      <>
        <aside className="preview-notice" aria-label="About this preview">
          <p className="container">
            <strong>Unpublished preview.</strong>{' '}
            {isPublished
              ? 'Readers see an earlier version of this article.'
              : 'This article has not been published.'}{' '}
            The link works until <DateTime date={expiresAt} timeZone={site.timeZone} />.
          </p>
        </aside>
        <ArticleView article={article} commentCount={null} site={site} tagSlugs={tagSlugs} />
      </>
    ),
  }).body;
}

/** For a link that has expired or was revoked, and while the article is in the trash. */
export function endedPreviewPage(publication: Publication): string {
  return errorPage(publication, {
    status: 410,
    title: 'Preview ended',
    description: 'The link to this preview does not work any more.',
    tags: [],
    heading: 'This preview has ended',
    text: 'The link has expired or was revoked. The person who sent it to you can create a new one.',
  }).body;
}
