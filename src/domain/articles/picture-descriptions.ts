/** The parts of an article that show pictures. */
interface PicturesOfArticle {
  /** HTML. */
  readonly content: string;
  /** Address of the lead picture; empty without one. */
  readonly image: string;
  /** Null while nobody has described the lead picture; empty when it is decorative. */
  readonly imageAlt: string | null;
}

/** What is said at the field of the lead picture, and of a picture in the text. */
export const UNDESCRIBED_LEAD = 'Please describe the picture, or say it is decorative';
export const UNDESCRIBED_IN_BODY = 'Please describe every picture first';

/**
 * The pictures nobody has described, as one sentence for each field by its name in a manuscript. As in HTML, a picture
 * without `alt` is undescribed and one with an empty `alt` is decorative. A draft may have undescribed pictures; a
 * published article may not (WCAG 2.2, 1.1.1). The editor and the server apply this same rule.
 */
export function undescribedPictures({ content, image, imageAlt }: PicturesOfArticle) {
  return {
    ...(image !== '' && imageAlt === null && { imageAlt: UNDESCRIBED_LEAD }),
    ...(hasUndescribedPicture(content) && { content: UNDESCRIBED_IN_BODY }),
  };
}

function hasUndescribedPicture(html: string): boolean {
  const tags = html.match(/<img\b[^<>]*/gi) ?? [];
  // Attribute values go first, so that a title cannot pass for the attribute.
  return tags.some((tag) => !/\salt=/i.test(tag.replace(/"[^"]*"/g, '""')));
}
