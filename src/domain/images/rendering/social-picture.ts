/** Pixels; the size that social networks recommend. */
export const SOCIAL_PICTURE = { width: 1200, height: 630 } as const;

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
