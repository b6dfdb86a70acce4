import { iconFile } from '#domain/site/appearance/logo.ts';
import type { Site } from '#domain/site/site.ts';

/** The picture for `logo` of an organization (https://schema.org/ImageObject): the logo, otherwise a changed icon; null for the default. */
export function publisherLogo({ url, appearance: { logo, icon } }: Pick<Site, 'url' | 'appearance'>) {
  const size = { width: 512, height: 512 };
  const file = iconFile(icon, 512);
  const found = logo ?? (file === null ? null : { url: file, ...size });
  return found === null ? null : { '@type': 'ImageObject', ...found, url: url + found.url };
}
