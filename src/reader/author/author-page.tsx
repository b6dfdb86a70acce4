import { type AuthorProfile, authorPath } from '#domain/articles/authors/author.ts';
import {
  type AuthorListing,
  findAuthorByFormerSlug,
  findAuthorListing,
} from '#domain/articles/authors/queries.server.ts';
import { cardTags, pageTags } from '#domain/articles/cache-tags.ts';
import { jpegUrl } from '#domain/images/image.ts';
import type { Db } from '#platform/db/database.ts';
import { Count } from '../components/amount.tsx';
import { ArticleGrid } from '../components/article-card.tsx';
import { Portrait } from '../components/avatar.tsx';
import { EmptyListing } from '../components/empty-listing.tsx';
import { pagePath, Pagination } from '../components/pagination.tsx';
import type { Publication } from '../publication.ts';
import { PageNotFound, parsePageNumber, type ReaderPage, renderPage } from '../reader-page.tsx';
import { permanentRedirect } from '../redirect.ts';
import { AuthorLinks } from './author-links.tsx';

/** The profile of an author and their articles, newest first. */
export const authorPage: ReaderPage = async (publication, { params, query }) => {
  const slug = params['slug'] ?? '';
  const page = parsePageNumber(query['page']);
  const listing = await findAuthorListing(publication.db, slug, { page });
  if (listing === null) return redirectToAuthor(publication.db, slug, authorPath);
  const { author, articles, total, pageCount } = listing;
  if (page > pageCount) throw new PageNotFound(`No page ${page}`);
  const { site } = publication;
  return renderPage(publication, {
    styleSheet: 'secondary',
    viewedPage: 'listing',
    title: page === 1 ? author.name : `${author.name}, page ${page}`,
    description: firstParagraph(author.bio) || `Articles by ${author.name} in ${site.name}.`,
    path: pagePath(authorPath(author.slug), page),
    feed: { title: `${author.name} – ${site.name}`, page: authorPath(author.slug) },
    breadcrumbs: [{ name: author.name, path: authorPath(author.slug) }],
    tags: tagsOf(listing),
    data: structuredData(author, publication),
    content: (
      <div className="container pb-24">
        <AuthorHeading author={author} />
        {articles.length === 0 ? (
          <EmptyListing text="No articles yet" />
        ) : (
          <section className="pt-12" aria-labelledby="author-articles">
            <h2 id="author-articles" className="mb-8 text-2xl">
              <Count value={total} one="article" many="articles" />
            </h2>
            <ArticleGrid articles={articles} site={site} heading="h3" />
          </section>
        )}
        <Pagination path={authorPath(author.slug)} page={page} pageCount={pageCount} />
      </div>
    ),
  });
};

function tagsOf({ author, articles }: AuthorListing): string[] {
  return [
    pageTags.author(author.id),
    pageTags.authorPage(author.id),
    ...articles.flatMap(cardTags),
    pageTags.site,
  ];
}

/** Redirects from a former slug. Throws `PageNotFound` for an unknown one. */
export async function redirectToAuthor(db: Db, slug: string, pathOf: (slug: string) => string) {
  const current = await findAuthorByFormerSlug(db, slug);
  if (current === null) throw new PageNotFound(`No author ${slug}`);
  // With the tag that a new slug purges: an author may return to a former one, and two redirects would form a loop.
  return permanentRedirect(pathOf(current.slug), [
    pageTags.author(current.id),
    pageTags.authorPage(current.id),
  ]);
}

function AuthorHeading({ author }: { readonly author: AuthorProfile }) {
  return (
    <header className="author-heading">
      <Portrait name={author.name} picture={author.picture} />
      <div className="wrap-anywhere">
        <h1 className="text-4xl">
          <bdi>{author.name}</bdi>
        </h1>
        {paragraphsOf(author.bio).map((paragraph, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a text have no other key
          <p key={index} className="author-bio" dir="auto">
            {paragraph}
          </p>
        ))}
        <AuthorLinks author={author} />
      </div>
    </header>
  );
}

const paragraphsOf = (text: string) => text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');

const firstParagraph = (text: string) => paragraphsOf(text)[0]?.replace(/\s+/g, ' ').trim() ?? '';

/** https://schema.org/ProfilePage */
function structuredData(author: AuthorProfile, { site }: Publication): Record<string, unknown> {
  const { name, slug, bio, picture, links } = author;
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': author.isOrganization ? 'Organization' : 'Person',
      name,
      url: site.url + authorPath(slug),
      ...(bio === '' ? {} : { description: bio }),
      ...(picture === null ? {} : { image: new URL(jpegUrl(picture, picture.width), site.url).href }),
      ...(links.length === 0 ? {} : { sameAs: links }),
    },
  };
}
