import { afterEach, beforeEach } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

export interface ApiSection {
  readonly id: string;
  readonly slug: string;
  readonly revision: number;
  readonly [field: string]: unknown;
}

export interface Listing {
  readonly sections: readonly ApiSection[];
  readonly revision: string;
}

const HEALTH = {
  name: 'Health & Science',
  short_name: 'Health',
  path_segment: 'health',
  is_category: false,
  icon: 'heart-pulse',
};

/** Starts an app with clients of the newsroom API before the tests of a suite. */
export function prepareSectionsSite(databaseKind: 'embedded' | 'server') {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeEach(async () => {
    app = await testApp({ databaseKind });
    newsroom = await newsroomApi(app, 'editor');
  });
  afterEach(() => app.close());

  const list = async () => (await newsroom.request<Listing>('GET', '/sections')).body;
  const find = async (slug: string) => {
    const section = (await list()).sections.find((one) => one.slug === slug);
    if (section === undefined) throw new Error(`There is no section ${slug}`);
    return section;
  };
  const add = (change: object = {}) => newsroom.request('POST', '/sections', { ...HEALTH, ...change });
  const put = (section: ApiSection, change: object) =>
    newsroom.request(
      'PUT',
      `/sections/${section.id}`,
      { ...section, ...change },
      { 'if-match': `"${section.revision}"` },
    );
  const change = async (slug: string, fields: object) => put(await find(slug), fields);
  const remove = (section: ApiSection, query = '') =>
    newsroom.request('DELETE', `/sections/${section.id}${query}`, undefined, {
      'if-match': `"${section.revision}"`,
    });
  const text = async (path: string) => (await app.fetch(path)).text();
  const redirect = async (path: string) => {
    const { status, headers } = await app.fetch(path);
    return [status, headers.get('location')];
  };

  return {
    get app() {
      return app;
    },
    get newsroom() {
      return newsroom;
    },
    find,
    add,
    change,
    remove,
    text,
    redirect,
  };
}
