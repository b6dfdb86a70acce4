import type { Picture } from '#domain/images/image.ts';

/** Social networks recommend this width for a large preview, and cut off the sides of pictures that are flatter. Pixels. */
const MIN_WIDTH = 1200;
const MIN_HEIGHT = 600;

/**
 * Whether social networks can show the picture of an article as it is. The size of a picture of another site is unknown, and
 * the site may refuse to show it elsewhere.
 */
export const fitsSocialNetworks = ({ widths, width, height }: Pick<Picture, 'widths' | 'width' | 'height'>) =>
  widths.length > 0 && width >= MIN_WIDTH && height >= MIN_HEIGHT;
