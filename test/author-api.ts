import type { ApiResponse, NewsroomApi } from './newsroom-api.ts';

export interface ApiAuthor {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly slug: string;
  readonly [field: string]: unknown;
}

/** Creates the profile of an author; throws unless the response is 201. */
export async function createAuthor(
  newsroom: NewsroomApi,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ApiAuthor> {
  const { status, body } = await newsroom.request<ApiAuthor>('POST', '/authors', { name, ...more });
  if (status !== 201)
    throw new Error(`creating an author was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Changes a profile on top of the given revision. */
export function changeAuthor(
  newsroom: NewsroomApi,
  author: ApiAuthor,
  change: Readonly<Record<string, unknown>>,
): Promise<ApiResponse<ApiAuthor>> {
  return newsroom.request<ApiAuthor>(
    'PUT',
    `/authors/${author.id}`,
    { ...author, ...change },
    { 'if-match': `"${author.revision}"` },
  );
}

export const deleteAuthor = (newsroom: NewsroomApi, { id, revision }: ApiAuthor) =>
  newsroom.request('DELETE', `/authors/${id}`, undefined, { 'if-match': `"${revision}"` });

/** A byline that links to the profile. */
export const linkedTo = ({ id, name }: ApiAuthor) => ({ author: id, name });

export const freeText = (name: string) => ({ author: null, name });
