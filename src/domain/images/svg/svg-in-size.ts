import type { Dimensions } from '../decoder-protocol.ts';

/** A document of `sanitiseSvg` in a size in pixels. The picture is centered in it. */
export const svgInSize = (markup: string, { width, height }: Dimensions): string =>
  markup.replace('<svg', `<svg width="${width}" height="${height}"`);
