import { setImmediate as nextTurn } from 'node:timers/promises';
import { renderArticleBlock } from '#domain/newsletter/mail/issue-mail.tsx';
import { needsSocialPicture } from '#domain/articles/derived-pictures/social-picture-address.server.ts';
import type { FeedArticle } from '#domain/articles/feeds/feed-articles.server.ts';
import type { FoundArticle } from '#domain/articles/full-article.server.ts';
import { renderExcerptDocument } from '../../document.tsx';
import {
  documentTitle,
  type PageMetadata,
  type SharingMetadata,
  sharingMetadata,
} from '../../document-metadata.ts';
import { ArticleBody } from '../article/article-body.tsx';
import { articleMetadata, renderArticlePage } from '../article/article-page.tsx';
import { getDiscussionPage } from '../article/discussion.server.ts';
import { FeaturedArticle } from '../articles/articles-page.tsx';
import { ArticleGrid } from '../components/article-card.tsx';
import { feedText } from '../feeds/feed-text.ts';
import { jsonFeedItem } from '../feeds/json-feed.ts';
import { rssFeedItem } from '../feeds/rss-feed.ts';
import type { Publication } from '../publication.ts';

/** An article wherever readers see it. HTML is a complete document each. */
export interface ArticlePreviews {
  readonly page: { readonly url: string; readonly html: string };
  /** In lists. */
  readonly card: { readonly html: string };
  /** At the top of all articles; null unless the article is featured. */
  readonly featured: { readonly html: string } | null;
  readonly feed: {
    readonly item: ReturnType<typeof jsonFeedItem>;
    /** The text with its lead picture. */
    readonly html: string;
    /** The item of the RSS feed. */
    readonly rss: string;
  };
  readonly email: { readonly html: string; readonly text: string };
  /** The values from which search engines make their results. */
  readonly search: {
    readonly title: string;
    readonly url: string;
    readonly breadcrumbs: readonly string[];
    readonly description: string;
  };
  /** The values from which other sites make a preview of a link. */
  readonly social: SharingMetadata;
}

/**
 * Renders an article, published or not, with the modules that render it for readers. Stores nothing.
 *
 * @param article with the slug and the date that readers would get
 */
export async function renderArticlePreviews(
  publication: Publication,
  article: FoundArticle,
  {
    featured,
    feedArticle,
    socialPicture,
  }: {
    readonly featured: boolean;
    readonly feedArticle: FeedArticle;
    /** URL of the picture that will be rendered for social networks; null for none, or if it cannot be rendered now. */
    readonly socialPicture: string | null;
  },
): Promise<ArticlePreviews> {
  const { site } = publication;
  const head = articleMetadata(article, site);
  const social = sharingMetadata(site, withSocialPicture(article, head, socialPicture));
  if (social === null) throw new Error('The page of an article has no canonical path');
  const discussion = await getDiscussionPage(publication, article.id, 1);
  const { body: html } = renderArticlePage(publication, article, discussion);
  // The text may have 2 MB. Other requests are answered between the places where it is rendered.
  await nextTurn();
  const feedHtml = feedDocument(publication, feedArticle);
  await nextTurn();
  const item = jsonFeedItem(feedArticle, site);
  await nextTurn();
  const rss = rssFeedItem(feedArticle, site).xml;
  await nextTurn();
  return {
    page: { url: social.url, html },
    card: { html: cardDocument(publication, article) },
    featured: featured ? { html: featuredDocument(publication, article) } : null,
    feed: { item, html: feedHtml, rss },
    email: renderArticleBlock(site, article),
    search: {
      title: documentTitle(site, head),
      url: social.url,
      breadcrumbs: head.breadcrumbs.map(({ name }) => name),
      description: head.description,
    },
    social,
  };
}

/** The head with a picture that can be seen before the article is published; without any if there is none. */
function withSocialPicture(
  article: FoundArticle,
  { image, ...head }: ReturnType<typeof articleMetadata>,
  socialPicture: string | null,
): PageMetadata {
  if (!needsSocialPicture(article)) return { ...head, image };
  return socialPicture === null ? head : { ...head, image: { ...image, url: socialPicture } };
}

const cardDocument = (publication: Publication, article: FoundArticle): string =>
  renderExcerptDocument(
    publication,
    { title: 'Card' },
    <main className="container py-10">
      <ArticleGrid articles={[article]} site={publication.site} heading="h2" />
    </main>,
  );

const featuredDocument = (publication: Publication, article: FoundArticle): string =>
  renderExcerptDocument(
    publication,
    { title: 'Featured article' },
    <main className="container">
      <FeaturedArticle article={article} site={publication.site} />
    </main>,
  );

/** The text as in feeds, in the style of articles: each feed reader has its own. */
const feedDocument = (publication: Publication, article: FeedArticle): string =>
  renderExcerptDocument(
    publication,
    { title: 'Feed item', styleSheet: 'article' },
    <main className="container py-10">
      <ArticleBody html={feedText(article, publication.site.url) ?? ''} lang={article.lang} />
    </main>,
  );
