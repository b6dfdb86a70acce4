import { type Picture, variantKey } from './image.ts';

/** The shapes that search engines ask for, as width to height. */
const RATIOS = { '16x9': 16 / 9, '4x3': 4 / 3, '1x1': 1 } as const;

export type CropShape = keyof typeof RATIOS;
export const CROP_SHAPES = Object.keys(RATIOS) as readonly CropShape[];

/** Pixels; the least that search engines ask for. */
const WIDTH = 1200;
/** A picture whose ratio differs less than this has the shape itself. */
const TOLERANCE = 0.01;

/** Pixels. */
export const cropSize = (shape: CropShape) => ({ width: WIDTH, height: Math.round(WIDTH / RATIOS[shape]) });

type Size = Pick<Picture, 'width' | 'height'>;

const isOwnShape = ({ width, height }: Size, shape: CropShape) =>
  Math.abs(width / height / RATIOS[shape] - 1) < TOLERANCE;

const isLargeEnough = ({ width, height }: Size, shape: CropShape) =>
  Math.min(width, height * RATIOS[shape]) >= WIDTH;

/** The shapes that a picture of this size can be cut to. It is never enlarged, and needs no crop of its own shape. */
export const cropShapesFor = (size: Size): CropShape[] =>
  CROP_SHAPES.filter((shape) => !isOwnShape(size, shape) && isLargeEnough(size, shape));

/** Whether a picture of this size has the shape, in the width that search engines ask for, or can be cut to it. */
export const offersShape = (size: Size, shape: CropShape): boolean =>
  isOwnShape(size, shape) ? size.width >= WIDTH : isLargeEnough(size, shape);

/** `/media/article-images/name-960.webp` → `article-images/name-4x3-1200.webp`. */
export const cropKey = (url: string, shape: CropShape): string =>
  variantKey(url, WIDTH, 'webp').replace(/-\d+\.webp$/, `-${shape}-${WIDTH}.webp`);

/** The storage keys of all crops that may exist. Logos and icons have none. */
export const cropKeys = (picture: Pick<Picture, 'url'>): string[] =>
  picture.url.endsWith('.webp') ? CROP_SHAPES.map((shape) => cropKey(picture.url, shape)) : [];
