/** A picture as pages show it: enough to reserve its place before a byte of it has arrived. */
export interface Picture {
  /** Address of the 960-pixel WebP, which also stands for the picture wherever only one address fits. */
  readonly url: string;
  readonly alt: string;
  /** Pixels of the largest width. */
  readonly width: number;
  readonly height: number;
  /** Widths in pixels that exist in every format, ascending. Empty for a picture from elsewhere. */
  readonly widths: readonly number[];
  /** Dominant colour, `#rrggbb`. */
  readonly color: string;
  /** A blurred miniature as a `data:` address. */
  readonly placeholder: string;
}

export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

const SIZED = /-\d+\.webp$/;

/** `/media/article-images/name-960.webp` → `/media/article-images/name-480.avif`. */
export function variantUrl(url: string, width: number, format: PictureFormat): string {
  return url.replace(SIZED, `-${width}.${format}`);
}

/** A `srcset` of all widths in one format. */
export function srcSet(picture: Pick<Picture, 'url' | 'widths'>, format: PictureFormat): string {
  return picture.widths.map((width) => `${variantUrl(picture.url, width, format)} ${width}w`).join(', ');
}
