import type { NewsroomApi } from './newsroom-api.ts';
import { revisionedApi } from './revisioned-api.ts';

export interface ApiPage {
  readonly id: string;
  readonly revision: number;
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  readonly [field: string]: unknown;
}

const pages = revisionedApi<ApiPage>('/pages');

/** Creates a published page; throws unless the response is 201. */
export const createPage = (
  newsroom: NewsroomApi,
  title: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ApiPage> =>
  pages.create(newsroom, {
    title,
    excerpt: `About ${title}`,
    content: `<p>The text of ${title}.</p>`,
    is_draft: false,
    ...more,
  });

export const { save: savePage, delete: deletePage } = pages;
