import { CROP_SHAPES, type CropShape, cropSize } from '../crops.ts';

/** Pixels; the size that social networks recommend for link previews. */
export const SOCIAL_PICTURE = { width: 1200, height: 630 } as const;

/** The shape of link previews, as width to height. */
export const LINK_PREVIEW = '40x21';

/** The shapes of social pictures: that of link previews, and those that search engines ask for. */
export const SOCIAL_SHAPES = [LINK_PREVIEW, ...CROP_SHAPES] as const;
export type SocialShape = typeof LINK_PREVIEW | CropShape;

/** Pixels. */
export const socialPictureSize = (shape: SocialShape): { readonly width: number; readonly height: number } =>
  shape === LINK_PREVIEW ? SOCIAL_PICTURE : cropSize(shape);

/** What a social picture shows. */
export interface SocialPictureContent {
  readonly title: string;
  readonly section: string;
  readonly publication: string;
  /** Background, as `#rrggbb`. Dark enough for text of the color of paper. */
  readonly color: string;
  /** Language of the title (BCP 47). */
  readonly lang: string;
}
