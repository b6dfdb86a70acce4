import { iconFile, vectorIcon } from '#domain/site/appearance/logo.ts';
import type { Site } from '#domain/site/site.ts';

/** An icon of the site, as the web app manifest and structured data name it. */
export interface SiteIcon {
  readonly src: string;
  /** `192x192`, or `any` for a vector picture. */
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: 'any' | 'maskable';
}

/** The default icons. The PNG files are the SVG icon, the maskable one on a full square. */
const DEFAULT_ICONS: readonly SiteIcon[] = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/**
 * The icons of the publication in the sizes that browsers require of a site that can be installed. An uploaded one is
 * not maskable, because its corners may be in use: systems with round icons show it whole.
 */
export function siteIcons({ appearance: { icon } }: Pick<Site, 'appearance'>): readonly SiteIcon[] {
  const uploaded = ([192, 512] as const).flatMap((size) => {
    const src = iconFile(icon, size);
    return src === null ? [] : [{ src, sizes: `${size}x${size}`, type: 'image/png' }];
  });
  const vector = vectorIcon(icon);
  if (vector !== null) return [{ src: vector, sizes: 'any', type: 'image/svg+xml' }, ...uploaded];
  return uploaded.length > 0 ? uploaded : DEFAULT_ICONS;
}
