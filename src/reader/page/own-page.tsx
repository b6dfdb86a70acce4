import { pageTags } from '#domain/articles/cache-tags.ts';
import { ownPagePath, ownPageTags } from '#domain/pages/page.ts';
import { findPublishedPage, type PublishedPage } from '#domain/pages/queries.server.ts';
import type { Site } from '#domain/site/site.ts';
import type { PageRequest, Publication } from '../publication.ts';
import { PageGone, PageNotFound, type ReaderPage, renderPage } from '../reader-page.tsx';
import { permanentRedirect } from '../redirect.ts';
import { OwnPageView } from './own-page-view.tsx';

type SlugRequest = Pick<PageRequest, 'params'>;

const findLink = ({ ownPages }: Publication, { params }: SlugRequest) => ownPages.find(params['slug'] ?? '');

/** Whether a page of the publication has this slug, or was published at it, even if it was deleted. Answered from memory. */
export const isOwnPage = (publication: Publication, request: SlugRequest): boolean =>
  findLink(publication, request) !== undefined || isDeleted(publication, request);

const isDeleted = ({ ownPages }: Publication, { params }: SlugRequest) =>
  ownPages.isDeleted(params['slug'] ?? '');

/** A page that the newsroom has written, such as the ethics policy. Redirects from its former slugs. */
export const ownPage: ReaderPage = async (publication, request) => {
  const link = findLink(publication, request);
  if (link === undefined && isDeleted(publication, request))
    throw new PageGone(`The page ${request.path} was deleted`);
  if (link === undefined) throw new PageNotFound(`No page ${request.path}`);
  const { id, slug } = link;
  if (request.params['slug'] !== slug) return permanentRedirect(ownPagePath(slug), [ownPageTags.page(id)]);
  const page = await findPublishedPage(publication.db, id);
  if (page === null) throw new PageNotFound(`Page ${id} is not public`);
  return renderPage(publication, {
    title: page.title,
    description: page.excerpt,
    path: ownPagePath(slug),
    styleSheet: 'article',
    lang: page.lang || publication.site.locale,
    tags: [ownPageTags.page(id), pageTags.site],
    data: structuredData(page, publication.site),
    breadcrumbs: [{ name: page.title, path: ownPagePath(slug) }],
    content: <OwnPageView page={page} />,
  });
};

/** https://schema.org/WebPage */
function structuredData(page: PublishedPage, site: Site): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: page.title,
    description: page.excerpt,
    url: site.url + ownPagePath(page.slug),
    inLanguage: page.lang || site.locale,
    dateModified: page.updatedAt.toISOString(),
    isPartOf: { '@type': 'WebSite', name: site.name, url: `${site.url}/` },
    publisher: { '@type': 'Organization', name: site.name, url: `${site.url}/` },
  };
}
