import { iconFile, type Logo } from '#domain/site/appearance/logo.ts';
import type { Site } from '#domain/site/site.ts';

const DEFAULT_ICON = '/icon-512.png';

type LogoSite = Pick<Site, 'url' | 'appearance'>;

/** The PNG picture that stands for the publication outside of its pages: the logo, otherwise the icon. Its URL is absolute. */
export function publisherPicture({ url, appearance: { logo, icon } }: LogoSite): Omit<Logo, 'pngUrl'> {
  if (logo !== null) return { url: url + logo.pngUrl, width: logo.width, height: logo.height };
  return { url: url + (iconFile(icon, 512) ?? DEFAULT_ICON), width: 512, height: 512 };
}

/** The same for `logo` of an organization, as https://schema.org/ImageObject. Width and height are a `Distance`. */
export function publisherLogo(site: LogoSite) {
  const { url, width, height } = publisherPicture(site);
  return { '@type': 'ImageObject', url, width: `${width} px`, height: `${height} px` };
}
