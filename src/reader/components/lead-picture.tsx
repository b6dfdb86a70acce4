import type { Section } from '#domain/categories/section.ts';
import { placeholderBackground, type Picture, srcset } from '#domain/images/image.ts';
import { PlaceholderArt } from './placeholder-art.tsx';

interface LeadPictureProps {
  /** Its id selects the variant of the placeholder if there is no picture. */
  readonly article: { readonly id: string; readonly picture: Picture | null };
  readonly section: Pick<Section, 'slug' | 'icon'>;
  /** The `sizes` attribute: the width of the picture in the layout. */
  readonly sizes: string;
  /** The picture is above the fold, so it is fetched with high priority. */
  readonly eager?: boolean;
  /** The picture is decorative, because the headline next to it says the same. */
  readonly decorative?: boolean;
}

/** Minimum ratio of width to height to fill a frame. Cropping a narrower picture to a wide frame would cut off too much. */
const MIN_FILL_RATIO = 6 / 5;

/** Whether a picture is shown uncropped in its frame instead of filling it. */
export function isUpright({ width, height }: Picture): boolean {
  return width < height * MIN_FILL_RATIO;
}

/**
 * The picture of an article, or the placeholder of its section. Fills its frame; an upright picture is shown uncropped
 * over its own blurred placeholder.
 */
export function LeadPicture({
  article,
  section,
  sizes,
  eager = false,
  decorative = false,
}: LeadPictureProps) {
  const { id, picture } = article;
  if (picture === null) return <PlaceholderArt section={section} articleId={id} />;
  const loading = eager ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  return (
    <picture>
      {picture.widths.length > 0 && (
        <source type="image/avif" srcSet={srcset(picture, 'avif')} sizes={sizes} />
      )}
      <img
        src={picture.url}
        {...(picture.widths.length > 0 ? { srcSet: srcset(picture, 'webp'), sizes } : {})}
        width={picture.width}
        height={picture.height}
        alt={decorative ? '' : picture.alt}
        decoding="async"
        data-upright={isUpright(picture) ? '' : undefined}
        style={{ background: placeholderBackground(picture) || undefined }}
        {...loading}
      />
    </picture>
  );
}
