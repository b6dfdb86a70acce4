import { hash } from 'node:crypto';
import type { Picture } from '#domain/images/image.ts';
import type { SocialPictureContent } from '#domain/images/rendering/social-picture.ts';
import { lightColorOf } from '#domain/site/appearance/section-colors.ts';
import type { Site } from '#domain/site/site.ts';
import type { ArticleSummary } from '../article.ts';
import { fitsSocialNetworks } from './fitting-picture.ts';

/** Change it whenever the rendering changes, so that all pictures are rendered again, at other addresses. */
const VERSION = '1';

/** What a social picture depends on, of a public article and of one that is not stored. */
export type PicturedArticle = Pick<ArticleSummary, 'title' | 'sectionSlug' | 'lang'>;

type PicturedSite = Pick<Site, 'name' | 'locale' | 'sections' | 'appearance'>;

/** Whether an article gets a social picture: it has no picture, or one that social networks cannot show as it is. */
export const needsSocialPicture = ({
  picture,
}: {
  readonly picture: Pick<Picture, 'width' | 'height' | 'widths'> | null;
}) => picture === null || !fitsSocialNetworks(picture);

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
 * Path of the social picture of an article. It follows from article and site alone, so a page can name the picture before it is
 * rendered. It changes with everything that the picture shows, so the file of a path is always the same.
 */
export const socialPicturePath = (
  article: PicturedArticle & Pick<ArticleSummary, 'id'>,
  site: PicturedSite,
) => `/media/social/${article.id}/${digest(socialPictureContent(article, site))}.png`;

/** A Hono pattern of these paths. */
export const SOCIAL_PICTURE_PATTERN = `/media/social/:id{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}/:file{[\\w-]{22}\\.png}`;

const digest = (content: Partial<SocialPictureContent>) =>
  hash('sha256', JSON.stringify([VERSION, content]), 'base64url').slice(0, 22);
