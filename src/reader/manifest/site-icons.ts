/** An icon of the site, as the web app manifest and structured data name it. */
export interface SiteIcon {
  readonly src: string;
  /** `192x192`, or `any` for a vector picture. */
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: 'any' | 'maskable';
}

/** The icons of the publication in every size. The PNG files are the SVG icon, the maskable one on a full square. */
export const siteIcons = (): readonly SiteIcon[] => [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
