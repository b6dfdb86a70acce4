/** Pixels. Three times the height in which pages show a logo, so that it is sharp on every screen. */
export const LOGO_HEIGHT = 96;
/** Pixels. A wider logo would leave no space for the menu. */
export const LOGO_MAX_WIDTH = 960;

/** The widths and heights in which an icon is stored, in pixels: browser tab, home screen of iOS, home screens, listings. */
export const ICON_SIZES = [32, 180, 192, 512] as const;
type IconSize = (typeof ICON_SIZES)[number];

/**
 * The pictures that stand for the publication. Both are PNG files, because emails and home screens support no newer format;
 * one that was uploaded as SVG is also an SVG file, for pages.
 */
export const LOGO_KINDS = ['logo', 'icon'] as const;
export type LogoKind = (typeof LOGO_KINDS)[number];

/** Ends in the width. The name contains a hash of the uploaded file. */
const LOGO_URL = /^\/media\/logos\/[0-9a-f]{40}(?:-[0-9a-f]{8})?-([1-9]\d{1,2})\.(?:png|svg)$/;
const ICON_URL = /^\/media\/icons\/[0-9a-f]{40}(?:-[0-9a-f]{8})?-512\.(?:png|svg)$/;
const VECTOR = /\.svg$/;

export interface Logo {
  /** Path of the file. */
  readonly url: string;
  /** Path of the PNG file, for emails and other programs; the same unless the logo is an SVG. */
  readonly pngUrl: string;
  /** Pixels of the file. */
  readonly width: number;
  readonly height: number;
}

/** The URL of a stored logo or icon with this name and width. */
export const logoUrl = (kind: LogoKind, name: string, width: number, format: 'png' | 'svg') =>
  `/media/${kind}s/${name}-${width}.${format}`;

export const isLogoUrl = (kind: LogoKind, url: string) => (kind === 'logo' ? LOGO_URL : ICON_URL).test(url);

/** The logo at a path that an upload returned; null for an empty path: the publication has the default mark. */
export function logoAt(url: string): Logo | null {
  const width = LOGO_URL.exec(url)?.[1];
  if (width === undefined) return null;
  return { url, pngUrl: url.replace(VECTOR, '.png'), width: Number(width), height: LOGO_HEIGHT };
}

/** The size in which pages and emails show a logo, in CSS pixels: a third of its pixels, so that it is sharp on every screen. */
export const shownSize = ({ width, height }: Logo) => ({ width: Math.round(width / 3), height: height / 3 });

/** An icon in one size, for `<link rel="icon">` and a web app manifest. */
export interface Icon {
  readonly href: string;
  readonly rel: 'icon' | 'apple-touch-icon';
  readonly type?: string;
  /** Like `32x32`. */
  readonly sizes?: string;
}

/** The files in `public/`. Clients request their paths also where no page links them. */
export const DEFAULT_ICONS = [
  { href: '/favicon.svg', rel: 'icon', type: 'image/svg+xml' },
  { href: '/favicon.ico', rel: 'icon', sizes: '32x32' },
  { href: '/apple-touch-icon.png', rel: 'apple-touch-icon' },
] as const satisfies readonly Icon[];

const DEFAULT_PATHS: ReadonlySet<string> = new Set(DEFAULT_ICONS.map(({ href }) => href));

/** Whether the file at this path is a default icon, and the publication has another one. */
export const isReplacedIcon = (
  { appearance }: { readonly appearance: { readonly icon: string } },
  path: string,
) => appearance.icon !== '' && DEFAULT_PATHS.has(path);

/** The icons of the publication for a path that an upload returned; the default ones for an empty path. */
export function iconsAt(url: string): readonly Icon[] {
  if (!ICON_URL.test(url)) return DEFAULT_ICONS;
  const vector = vectorIcon(url);
  // Of several icons, browsers that show SVG choose the last that fits.
  return [
    ...ICON_SIZES.map((size) => ({
      href: iconUrl(url, size),
      rel: size === 180 ? ('apple-touch-icon' as const) : ('icon' as const),
      type: 'image/png',
      sizes: `${size}x${size}`,
    })),
    ...(vector === null ? [] : [{ href: vector, rel: 'icon' as const, type: 'image/svg+xml', sizes: 'any' }]),
  ];
}

/** The path of a changed icon that was uploaded as SVG; otherwise null. */
export const vectorIcon = (url: string) => (ICON_URL.test(url) && VECTOR.test(url) ? url : null);

/** The storage key of the icon file (ICO) of a changed icon; null while the publication has the default icon. */
export const icoKey = (url: string) =>
  ICON_URL.test(url) ? url.replace(/^\/media\//, '').replace(/512\.(?:png|svg)$/, '512.ico') : null;

/** The file of a changed icon in another size; null while the publication has the default icon. */
export const iconFile = (url: string, size: IconSize) => (ICON_URL.test(url) ? iconUrl(url, size) : null);

const iconUrl = (url: string, size: IconSize) => url.replace(/512\.(?:png|svg)$/, `${size}.png`);
