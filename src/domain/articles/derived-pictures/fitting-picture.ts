import type { Picture } from '#domain/images/image.ts';

/** Social networks recommend this width for a large preview, and cut off the sides of pictures that are flatter. Pixels. */
const MIN_WIDTH = 1200;
const MIN_HEIGHT = 600;

/** Whether social networks can show a picture of the store as it is. */
export const fitsSocialNetworks = ({ width, height }: Pick<Picture, 'width' | 'height'>) =>
  width >= MIN_WIDTH && height >= MIN_HEIGHT;
