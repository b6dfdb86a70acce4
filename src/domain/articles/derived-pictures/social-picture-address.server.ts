import { hash } from 'node:crypto';
import type { Picture } from '#domain/images/image.ts';
import { CROP_SHAPES, offersShape } from '#domain/images/crops.ts';
import {
  LINK_PREVIEW,
  SOCIAL_SHAPES,
  type SocialPictureContent,
  type SocialShape,
} from '#domain/images/rendering/social-picture.ts';
import { lightColorOf } from '#domain/site/appearance/section-colors.ts';
import type { Site } from '#domain/site/site.ts';
import type { ArticleSummary } from '../article.ts';
import { fitsSocialNetworks } from './fitting-picture.ts';

/** Change it whenever the rendering changes, so that all pictures are rendered again, at other addresses. */
const VERSION = '1';

/** What a social picture depends on, of a public article and of one that is not stored. */
export type PicturedArticle = Pick<ArticleSummary, 'title' | 'sectionSlug' | 'lang'>;

type PicturedSite = Pick<Site, 'name' | 'locale' | 'sections' | 'appearance'>;

interface Pictured {
  readonly picture: Pick<Picture, 'width' | 'height' | 'widths'> | null;
}

/**
 * Whether an article gets a social picture of this shape: it has no picture, or one that social networks cannot show as it is, or
 * that neither has the shape of search engines nor can be cut to it. The size of a picture of another site is unknown, and the
 * site may refuse to show it elsewhere.
 */
export function needsSocialPicture({ picture }: Pictured, shape: SocialShape = LINK_PREVIEW): boolean {
  if (picture === null || picture.widths.length === 0) return true;
  return shape === LINK_PREVIEW ? !fitsSocialNetworks(picture) : !offersShape(picture, shape);
}

/** The shapes in which an article gets social pictures. */
export const neededShapes = (article: Pictured): SocialShape[] =>
  SOCIAL_SHAPES.filter((shape) => needsSocialPicture(article, shape));

/** What the social picture of an article shows. */
export const socialPictureContent = (
  { title, sectionSlug, lang }: PicturedArticle,
  site: PicturedSite,
): SocialPictureContent => ({
  title,
  section: site.sections.get(sectionSlug).shortName,
  publication: site.name,
  color: lightColorOf(sectionSlug, site.appearance),
  lang: lang || site.locale,
});

/** Of everything in the picture besides the title, which is stored beside it. */
export const designOf = ({ title: _title, ...rest }: SocialPictureContent) => digest(rest);

/**
 * Path of a social picture of an article. It follows from article and site alone, so a page can name the picture before it is
 * rendered. It changes with everything that the picture shows, so the file of a path is always the same.
 */
export const socialPicturePath = (
  article: PicturedArticle & Pick<ArticleSummary, 'id'>,
  site: PicturedSite,
  shape: SocialShape = LINK_PREVIEW,
) => {
  const suffix = shape === LINK_PREVIEW ? '' : `-${shape}`;
  return `/media/social/${article.id}/${digest(socialPictureContent(article, site))}${suffix}.png`;
};

/** A Hono pattern of these paths. */
export const SOCIAL_PICTURE_PATTERN = `/media/social/:id{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}/:file{[\\w-]{22}(?:-(?:16x9|4x3|1x1))?\\.png}`;

/** The shape that the name of a file of these paths ends with. */
export const shapeOfFile = (file: string): SocialShape =>
  CROP_SHAPES.find((shape) => file.slice(DIGEST_LENGTH) === `-${shape}.png`) ?? LINK_PREVIEW;

const DIGEST_LENGTH = 22;

const digest = (content: Partial<SocialPictureContent>) =>
  hash('sha256', JSON.stringify([VERSION, content]), 'base64url').slice(0, DIGEST_LENGTH);
