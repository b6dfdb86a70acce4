import type { SectionSlug } from '#domain/categories/section.ts';
import { backdrop, type Picture, srcSet } from '#domain/images/image.ts';
import { PlaceholderArt } from './placeholder-art.tsx';

interface LeadPictureProps {
  readonly picture: Picture | null;
  readonly sectionSlug: SectionSlug;
  /** The `sizes` attribute: how wide the picture stands in the layout. */
  readonly sizes: string;
  /** The picture is in the first view, so it is fetched before anything else. */
  readonly eager?: boolean;
  /** Beside a headline that says the same, a picture is decoration. */
  readonly decorative?: boolean;
}

/** The picture of an article, or the designed stand-in of its section. Fills the frame around it. */
export function LeadPicture({
  picture,
  sectionSlug,
  sizes,
  eager = false,
  decorative = false,
}: LeadPictureProps) {
  if (picture === null) return <PlaceholderArt sectionSlug={sectionSlug} />;
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
        style={{ background: backdrop(picture) || undefined }}
        {...loading}
      />
    </picture>
  );
}
