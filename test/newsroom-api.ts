import type { Role } from '#domain/accounts/permissions.ts';
import { makeAccount, signIn, type SignInSite, type TestAccount } from './accounts.ts';

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

export interface ApiResponse<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The required fields of an article, and nothing else. */
export const ARTICLE_INPUT = {
  title: 'Rain over the delta',
  slug: 'rain-over-the-delta',
  excerpt: 'What the season brought.',
  content: '<p>It rained for nine days.</p>',
  category_slug: 'sports',
};

/** A client of the newsroom API with an account of its own. */
export interface NewsroomApi {
  request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiResponse<Body>>;
  /** GETs what is no JSON. */
  text(path: string): Promise<string>;
  /** Creates an article; throws unless the response is 201. */
  create(overrides?: Readonly<Record<string, unknown>>): Promise<ApiArticle>;
  /** Saves an article on top of the given revision. */
  save(article: ApiArticle, change: Readonly<Record<string, unknown>>): Promise<ApiResponse<ApiArticle>>;
}

/** @param account by default a new one with the role, which is by default an administrator */
export async function newsroomApi(
  app: SignInSite,
  role: Role = 'admin',
  account?: TestAccount,
): Promise<NewsroomApi> {
  const session = await signIn(app, account ?? (await makeAccount(app, { role })));
  const authorization = { authorization: `Bearer ${session.access_token}` };
  const request: NewsroomApi['request'] = async (method, path, body, headers = {}) => {
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
    request,
    text: async (path) => (await app.fetch(`/api/newsroom${path}`, { headers: authorization })).text(),
    async create(overrides = {}) {
      const { status, body } = await request<ApiArticle & { notices?: unknown }>('POST', '/articles', {
        ...ARTICLE_INPUT,
        ...overrides,
      });
      if (status !== 201)
        throw new Error(`creating an article was answered with ${status}: ${JSON.stringify(body)}`);
      // Only the response to a save has them.
      const { notices: _notices, ...article } = body;
      return article;
    },
    save: (article, change) =>
      request<ApiArticle>(
        'PUT',
        `/articles/${article.id}`,
        { ...article, ...change },
        { 'if-match': `"${article.revision}"` },
      ),
  };
}
