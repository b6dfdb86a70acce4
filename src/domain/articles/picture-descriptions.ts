/** The fields of an article that contain pictures. */
interface ArticlePictures {
  /** HTML. */
  readonly content: string;
  /** URL of the lead picture; empty without one. */
  readonly image: string;
  /** Null while the lead picture has no text alternative; empty when it is decorative. */
  readonly imageAlt: string | null;
}

/** Error messages at the field of the lead picture, and at the text. */
export const UNDESCRIBED_LEAD = 'Please describe the picture, or say it is decorative';
export const UNDESCRIBED_IN_BODY = 'Please describe every picture first';

/**
 * Finds pictures without a text alternative. Returns one message for each field that has any. As in HTML, a picture
 * without `alt` is undescribed and one with an empty `alt` is decorative. A draft may have undescribed pictures; a
 * published article may not (WCAG 2.2, 1.1.1). The editor and the server both use this function.
 */
export function findUndescribedPictures({ content, image, imageAlt }: ArticlePictures) {
  return {
    ...(image !== '' && imageAlt === null && { imageAlt: UNDESCRIBED_LEAD }),
    ...(hasUndescribedPicture(content) && { content: UNDESCRIBED_IN_BODY }),
  };
}

/** Whether a picture in the HTML has no text alternative. */
export function hasUndescribedPicture(html: string): boolean {
  const tags = html.match(/<img\b[^<>]*/gi) ?? [];
  // Attribute values are emptied first, so that a value that contains `alt=` does not count as the attribute.
  return tags.some((tag) => !/\salt=/i.test(tag.replace(/"[^"]*"/g, '""')));
}
