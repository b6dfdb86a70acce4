import type { FeedArticle } from '#domain/articles/feeds/feed-articles.server.ts';
import { textAttributes } from '#platform/language.ts';
import { jpegUrl, type Picture } from '#domain/images/image.ts';
import { escapeMarkup } from '#platform/markup.ts';

/** Width in pixels of the lead picture: sharp in the column of a feed reader. */
const LEAD_WIDTH = 960;

/** The lead picture as JPEG, because some feed readers and their email digests show neither AVIF nor WebP. */
export const leadPictureUrl = (picture: Picture, siteUrl: string) =>
  new URL(jpegUrl(picture, LEAD_WIDTH), siteUrl).href;

/** The HTML of an article with its lead picture; null for an article that exceeds the size limit of the feed. */
export function feedText({ text, picture, lang }: FeedArticle, siteUrl: string): string | null {
  if (text === null) return null;
  const html = (picture === null ? '' : leadFigure(picture, siteUrl)) + text;
  const { lang: language, dir } = textAttributes(lang);
  return language === undefined ? html : `<div lang="${escapeMarkup(language)}" dir="${dir}">${html}</div>`;
}

function leadFigure(picture: Picture, siteUrl: string): string {
  const { alt, width, height } = picture;
  const url = leadPictureUrl(picture, siteUrl);
  return `<figure><img src="${escapeMarkup(url)}" alt="${escapeMarkup(alt)}" width="${width}" height="${height}" /></figure>`;
}
