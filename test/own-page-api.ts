import type { ApiResponse, NewsroomApi } from './newsroom-api.ts';

export interface ApiPage {
  readonly id: string;
  readonly revision: number;
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  readonly [field: string]: unknown;
}

/** Creates a published page; throws unless the response is 201. */
export async function createPage(
  newsroom: NewsroomApi,
  title: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ApiPage> {
  const { status, body } = await newsroom.request<ApiPage>('POST', '/pages', {
    title,
    excerpt: `About ${title}`,
    content: `<p>The text of ${title}.</p>`,
    is_draft: false,
    ...more,
  });
  if (status !== 201) throw new Error(`creating a page was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Saves a page on top of the given revision. */
export function savePage(
  newsroom: NewsroomApi,
  page: ApiPage,
  change: Readonly<Record<string, unknown>>,
): Promise<ApiResponse<ApiPage>> {
  return newsroom.request<ApiPage>(
    'PUT',
    `/pages/${page.id}`,
    { ...page, ...change },
    { 'if-match': `"${page.revision}"` },
  );
}

export const deletePage = (newsroom: NewsroomApi, { id, revision }: ApiPage) =>
  newsroom.request('DELETE', `/pages/${id}`, undefined, { 'if-match': `"${revision}"` });
