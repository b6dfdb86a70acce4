import type { Picture } from '#domain/images/image.ts';
import type { ArticleFields } from '../article-fields.ts';
import { UNDESCRIBED_IN_BODY, UNDESCRIBED_LEAD } from '../picture-descriptions.ts';
import type { BodyStructure } from './body-structure.ts';
import { errorFinding, type Finding, warning } from './finding.ts';

/** Pixels. Social networks and search engines recommend at least this for a large preview. */
const LEAD_MIN_WIDTH = 1200;

const FILE_EXTENSION = /\.(?:jpe?g|png|webp|avif|gif|heic)$/i;
/** Of a camera, a phone or a screenshot. */
const NUMBERED_NAME = /^(?:img|dsc|dscn|pxl|screenshot)[_-]?\d{3}/i;

/** Whether a text alternative is the name of a file: one word with an extension, or a name as devices give it. */
function isFileName(alt: string): boolean {
  const name = alt.trim();
  return !/\s/.test(name) && (FILE_EXTENSION.test(name) || NUMBERED_NAME.test(name));
}

type LeadFields = Pick<ArticleFields, 'image' | 'imageAlt'>;

/** @param stored the pictures of the picture store, by URL */
export function checkLeadPicture(
  { image, imageAlt }: LeadFields,
  stored: ReadonlyMap<string, Picture>,
): Finding[] {
  const at = { field: 'image' } as const;
  if (image === '')
    return [
      warning(
        'picture_missing',
        'Add a picture: without one, shared links show a picture of the headline.',
        at,
      ),
    ];
  const picture = stored.get(image);
  return [
    ...(imageAlt === null
      ? [errorFinding('picture_undescribed', `${UNDESCRIBED_LEAD}.`, { field: 'imageAlt' })]
      : []),
    ...(imageAlt !== null && isFileName(imageAlt)
      ? [fileNameFinding(imageAlt, { field: 'imageAlt', block: null })]
      : []),
    ...(picture === undefined
      ? [
          warning(
            'picture_size_unknown',
            'Upload the picture: the size of one from another site is unknown.',
            at,
          ),
        ]
      : []),
    ...(picture !== undefined && picture.width < LEAD_MIN_WIDTH
      ? [
          warning(
            'picture_narrow',
            `Use a picture at least ${LEAD_MIN_WIDTH} pixels wide: this one has ${picture.width}, so shared links show a picture of the headline instead.`,
            at,
          ),
        ]
      : []),
  ];
}

/** Text alternatives of the pictures in the text. */
export function checkBodyPictures({ pictures }: BodyStructure): Finding[] {
  return pictures.flatMap(({ alt, block }) => {
    if (alt === null)
      return [
        errorFinding('content_picture_undescribed', `${UNDESCRIBED_IN_BODY}.`, { field: 'content', block }),
      ];
    return isFileName(alt) ? [fileNameFinding(alt, { field: 'content', block })] : [];
  });
}

const fileNameFinding = (
  alt: string,
  at: { readonly field: 'imageAlt' | 'content'; readonly block: number | null },
): Finding =>
  warning('alt_text_is_file_name', 'Describe what the picture shows instead of naming its file.', {
    ...at,
    excerpt: alt,
  });
