/** A picture as pages show it: enough to reserve its place before a byte of it has arrived. */
export interface Picture {
  /** Address of one WebP of it, about 960 pixels wide, which stands for it wherever only one address fits. */
  readonly url: string;
  readonly alt: string;
  /** Pixels of the largest width. */
  readonly width: number;
  readonly height: number;
  /** Widths in pixels that exist in every format, ascending. Empty for a picture from elsewhere. */
  readonly widths: readonly number[];
  /** Dominant colour, `#rrggbb`. Empty where something may shine through. */
  readonly color: string;
  /** A blurred miniature as a `data:` address. Empty where something may shine through. */
  readonly placeholder: string;
}

export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

const MEDIA = '/media/';
const BUCKET = 'article-images';
const SIZED = /-\d+\.webp$/;

const STEPS = [480, 960, 1440, 1920] as const;
const WIDEST = 1920;
/** Where one address stands for the picture: wide enough for a column of text, on most screens sharp. */
const USUAL = 960;
/** Two widths closer than this are not worth two files. */
const STEP_APART = 1.1;

/**
 * The widths a picture of `width` pixels is kept in, ascending: the steps clearly below its own, and its own. Nothing
 * is enlarged, and nothing is kept wider than 1920 pixels.
 */
export function widthsFor(width: number): number[] {
  const own = Math.min(width, WIDEST);
  return [...STEPS.filter((step) => step * STEP_APART <= own), own];
}

/** The address of the picture of this name, given the widths it is kept in. */
export function pictureUrl(name: string, widths: readonly number[]): string {
  const usual = widths.find((width) => width >= USUAL) ?? widths.at(-1);
  return `${MEDIA}${BUCKET}/${name}-${usual}.webp`;
}

/** `/media/article-images/name-960.webp` → `/media/article-images/name-480.avif`. */
export function variantUrl(url: string, width: number, format: PictureFormat | 'jpg'): string {
  return url.replace(SIZED, `-${width}.${format}`);
}

/**
 * The address of a picture as JPEG, for programs that read neither AVIF nor WebP: the narrowest of its widths that has at
 * least `width` pixels, else the largest. A picture from elsewhere has one address only.
 */
export function jpegUrl({ url, widths }: Pick<Picture, 'url' | 'widths'>, width: number): string {
  const chosen = widths.find((step) => step >= width) ?? widths.at(-1);
  return chosen === undefined ? url : variantUrl(url, chosen, 'jpg');
}

/** A `srcset` of all widths in one format. */
export function srcSet(picture: Pick<Picture, 'url' | 'widths'>, format: PictureFormat): string {
  return picture.widths.map((width) => `${variantUrl(picture.url, width, format)} ${width}w`).join(', ');
}

/** A CSS `background` for the place of a picture until it is there; empty if it has none. */
export function backdrop({ color, placeholder }: Pick<Picture, 'color' | 'placeholder'>): string {
  return placeholder === '' ? color : `${color} url(${placeholder}) center / cover`;
}

/** The keys of the copies that may have been made of it as JPEG. */
export function jpegKeys({ url, widths }: Pick<Picture, 'url' | 'widths'>): string[] {
  return widths.map((width) => variantKey(url, width, 'jpg'));
}

/** The keys in the store of every file of a picture; without the copies that are made on demand. */
export function pictureKeys({ url, widths }: Pick<Picture, 'url' | 'widths'>): string[] {
  return widths.flatMap((width) => PICTURE_FORMATS.map((format) => variantKey(url, width, format)));
}

/** `/media/article-images/name-960.webp` → `article-images/name-480.avif`. */
export function variantKey(url: string, width: number, format: PictureFormat | 'jpg'): string {
  return variantUrl(url, width, format).slice(MEDIA.length);
}
