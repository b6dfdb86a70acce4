import { articlePath, type ArticleSummary } from '#domain/articles/article.ts';
import { authorPath, type ShownAuthor } from '#domain/articles/authors/author.ts';
import {
  needsSocialPicture,
  socialPicturePath,
} from '#domain/articles/derived-pictures/social-picture-address.server.ts';
import type { FoundArticle } from '#domain/articles/full-article.server.ts';
import { type Section, sectionPath } from '#domain/categories/section.ts';
import { CROP_SHAPES } from '#domain/images/crops.ts';
import { SOCIAL_PICTURE } from '#domain/images/rendering/social-picture.ts';
import { jpegUrl, type Picture } from '#domain/images/image.ts';
import type { Site } from '#domain/site/site.ts';
import type { PageMetadata } from '../../document-metadata.ts';
import type { Breadcrumb } from '../breadcrumbs.ts';
import { publisherLogo } from '../publisher-logo.ts';

/** The key of the section for opinions. It never changes, whatever the name and the path of the section. */
const OPINION_SECTION = 'opinions';

/** The largest JPEG of a picture. */
const largestJpeg = (picture: Picture): Picture => ({ ...picture, url: jpegUrl(picture, picture.width) });

/** The picture for social networks: that of the article if it is large enough, otherwise the one that is rendered for it. */
export function sharedImage(article: ArticleSummary, site: Site): NonNullable<PageMetadata['image']> {
  const { picture, title } = article;
  if (picture !== null && !needsSocialPicture({ picture })) return largestJpeg(picture);
  return { url: socialPicturePath(article, site), alt: title, ...SOCIAL_PICTURE };
}

/** https://schema.org/NewsArticle; https://schema.org/OpinionNewsArticle in the section for opinions. */
export function articleData(article: FoundArticle, site: Site): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': article.sectionSlug === OPINION_SECTION ? 'OpinionNewsArticle' : 'NewsArticle',
    headline: article.title,
    description: article.excerpt,
    datePublished: article.publishDate.toISOString(),
    dateModified: article.updatedAt.toISOString(),
    articleSection: site.sections.get(article.sectionSlug).shortName,
    keywords: article.tags,
    wordCount: article.wordCount,
    isAccessibleForFree: true,
    author: article.authors.map((author) => authorData(author, site.url)),
    publisher: {
      '@type': 'NewsMediaOrganization',
      name: site.name,
      url: `${site.url}/`,
      logo: publisherLogo(site),
    },
    inLanguage: article.lang || site.locale,
    url: site.url + articlePath(article.slug),
    mainEntityOfPage: site.url + articlePath(article.slug),
    image: picturePaths(article, site).map((path) => new URL(path, site.url).href),
  };
}

/**
 * The picture of the article and its crops, and social pictures in the shapes that search engines ask for and these do not have. As
 * soon as the crops exist, there is a picture of each shape.
 */
function picturePaths(article: FoundArticle, site: Site): readonly string[] {
  const own = article.picture === null ? [] : [largestJpeg(article.picture).url, ...article.crops];
  const rendered = CROP_SHAPES.filter((shape) => needsSocialPicture(article, shape));
  return [...own, ...rendered.map((shape) => socialPicturePath(article, site, shape))];
}

function authorData({ name, slug, isOrganization }: ShownAuthor, siteUrl: string) {
  return {
    '@type': isOrganization ? 'Organization' : 'Person',
    name,
    ...(slug === null ? {} : { url: siteUrl + authorPath(slug) }),
  };
}

/** The path from the home page through the section. */
export const articleBreadcrumbs = (
  { title, slug }: Pick<FoundArticle, 'title' | 'slug'>,
  section: Section,
): readonly Breadcrumb[] => [
  { name: section.name, path: sectionPath(section) },
  { name: title, path: articlePath(slug) },
];

/** https://ogp.me/#type_article */
export const openGraphProperties = (
  { publishDate, updatedAt, tags, authors, sectionSlug }: FoundArticle,
  site: Site,
): readonly (readonly [string, string])[] => [
  ['published_time', publishDate.toISOString()],
  ['modified_time', updatedAt.toISOString()],
  ['section', site.sections.get(sectionSlug).shortName],
  ...authors.flatMap(({ slug }) => (slug === null ? [] : [['author', site.url + authorPath(slug)] as const])),
  ...tags.map((tag) => ['tag', tag] as const),
];
