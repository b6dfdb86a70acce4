import { initialsOf } from '#domain/articles/article.ts';
import type { ShownAuthor } from '#domain/articles/authors/author.ts';
import { type Picture, variantUrl } from '#domain/images/image.ts';

/** Avatars of one article; more would leave no room for the names on a phone. */
const AVATAR_LIMIT = 3;

/** The pictures of the authors, or their initials, overlapping. Hidden from assistive technology like each of them. */
export function Avatars({ authors }: { readonly authors: readonly ShownAuthor[] }) {
  const shown = authors.slice(0, AVATAR_LIMIT);
  return (
    <span className="avatars" aria-hidden="true">
      {shown.map(({ name, slug, picture }) => (
        <Avatar key={slug ?? name} name={name} picture={picture} />
      ))}
    </span>
  );
}

interface AvatarProps {
  readonly name: string;
  readonly picture: Picture | null;
}

/** The picture of a person, or the initials. Hidden from assistive technology, because the name is next to it. */
function Avatar({ name, picture }: AvatarProps) {
  return (
    <span className="avatar" aria-hidden="true">
      {picture === null ? (
        initialsOf(name)
      ) : (
        <img src={smallestVariantUrl(picture)} alt="" width={46} height={46} />
      )}
    </span>
  );
}

/** On the page of an author: 96 pixels wide, with its text alternative, if there is a picture. */
export function Portrait({ name, picture }: AvatarProps) {
  if (picture === null)
    return (
      <span className="avatar avatar-large" aria-hidden="true">
        {initialsOf(name)}
      </span>
    );
  return (
    <span className="avatar avatar-large">
      <img src={smallestVariantUrl(picture)} alt={picture.alt} width={96} height={96} />
    </span>
  );
}

/** The URL of the narrowest variant. An avatar is narrower than all of them. */
function smallestVariantUrl({ url, widths }: Picture): string {
  const [width] = widths;
  return width === undefined ? url : variantUrl(url, width, 'webp');
}
