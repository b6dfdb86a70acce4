import type { NewsroomApi } from './newsroom-api.ts';
import { revisionedApi } from './revisioned-api.ts';

export interface ApiAuthor {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly slug: string;
  readonly [field: string]: unknown;
}

const authors = revisionedApi<ApiAuthor>('/authors');

/** Creates the profile of an author; throws unless the response is 201. */
export const createAuthor = (
  newsroom: NewsroomApi,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ApiAuthor> => authors.create(newsroom, { name, ...more });

export const { save: changeAuthor, delete: deleteAuthor } = authors;

/** A byline that links to the profile. */
export const linkedTo = ({ id, name }: ApiAuthor) => ({ author: id, name });

export const freeText = (name: string) => ({ author: null, name });
