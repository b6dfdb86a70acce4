import { Fragment } from 'react';
import { authorPath, type ShownAuthor } from '#domain/articles/authors/author.ts';
import { separatorBefore } from '#domain/articles/bylines.ts';

/** "A, B and C", each name with a link to its profile if there is one. */
export function AuthorNames({ authors }: { readonly authors: readonly ShownAuthor[] }) {
  return authors.map(({ name, slug }, index) => (
    <Fragment key={slug ?? `"${name}`}>
      {separatorBefore(index, authors.length)}
      {slug === null ? (
        <bdi>{name}</bdi>
      ) : (
        <a className="link" rel="author" href={authorPath(slug)}>
          <bdi>{name}</bdi>
        </a>
      )}
    </Fragment>
  ));
}
