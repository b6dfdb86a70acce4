import type { TestApp } from './app.ts';
import { adminHeaders } from './accounts.ts';

export interface ApiArticle {
  readonly id: string;
  readonly revision: number;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
  readonly is_draft: boolean;
  readonly publish_date: string | null;
  readonly [field: string]: unknown;
}

export interface Answered<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Everything the editor has to fill in, and nothing else. */
export const MANUSCRIPT = {
  title: 'Rain over the delta',
  slug: 'rain-over-the-delta',
  excerpt: 'What the season brought.',
  content: '<p>It rained for nine days.</p>',
  category_slug: 'sports',
};

/** The newsroom through its API, in the name of an administrator of its own. */
export interface NewsroomDesk {
  ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered<Body>>;
  /** Creates an article and expects it to be created. */
  create(given?: Readonly<Record<string, unknown>>): Promise<ApiArticle>;
  /** Saves on top of what was answered last. */
  save(article: ApiArticle, change: Readonly<Record<string, unknown>>): Promise<Answered<ApiArticle>>;
}

export async function newsroomDesk(app: TestApp): Promise<NewsroomDesk> {
  const authorization = await adminHeaders(app);
  const ask: NewsroomDesk['ask'] = async (method, path, body, headers = {}) => {
    const response = await app.fetch(`/api/newsroom${path}`, {
      method,
      headers: {
        ...authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  };
  return {
    ask,
    async create(given = {}) {
      const { status, body } = await ask<ApiArticle>('POST', '/articles', { ...MANUSCRIPT, ...given });
      if (status !== 201) throw new Error(`creating was answered with ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    save: (article, change) =>
      ask<ApiArticle>(
        'PUT',
        `/articles/${article.id}`,
        { ...article, ...change },
        { 'if-match': `"${article.revision}"` },
      ),
  };
}
