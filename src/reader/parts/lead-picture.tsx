import type { SectionSlug } from '#domain/categories/section.ts';
import { backdrop, type Picture, srcSet } from '#domain/images/image.ts';
import { PlaceholderArt } from './placeholder-art.tsx';

interface LeadPictureProps {
  readonly picture: Picture | null;
  readonly sectionSlug: SectionSlug;
  /** Selects the drawing that stands in for a missing picture. */
  readonly articleId: string;
  /** The `sizes` attribute: how wide the picture stands in the layout. */
  readonly sizes: string;
  /** The picture is in the first view, so it is fetched before anything else. */
  readonly eager?: boolean;
  /** Beside a headline that says the same, a picture is decoration. */
  readonly decorative?: boolean;
}

/** Width by height. What is narrower would lose too much of itself in the wide frames of cards and articles. */
const NARROWEST_FILLING = 6 / 5;

/** Whether a picture is shown whole in a frame instead of filling it. */
export function isUpright({ width, height }: Picture): boolean {
  return width < height * NARROWEST_FILLING;
}

/**
 * The picture of an article, or the designed stand-in of its section. Fills the frame around it; an upright picture is
 * shown whole, over its own blurred miniature.
 */
export function LeadPicture({
  picture,
  sectionSlug,
  articleId,
  sizes,
  eager = false,
  decorative = false,
}: LeadPictureProps) {
  if (picture === null) return <PlaceholderArt sectionSlug={sectionSlug} articleId={articleId} />;
  const loading = eager ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  return (
    <picture>
      {picture.widths.length > 0 && (
        <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={sizes} />
      )}
      <img
        src={picture.url}
        {...(picture.widths.length > 0 ? { srcSet: srcSet(picture, 'webp'), sizes } : {})}
        width={picture.width}
        height={picture.height}
        alt={decorative ? '' : picture.alt}
        decoding="async"
        data-upright={isUpright(picture) ? '' : undefined}
        style={{ background: backdrop(picture) || undefined }}
        {...loading}
      />
    </picture>
  );
}
