import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../app.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly object[];
}

let site: TestApp;
let source: string;
let document: {
  readonly security: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object };
};
beforeAll(async () => {
  site = await testApp();
  source = await (await site.fetch('/api/openapi.json')).text();
  document = JSON.parse(source) as typeof document;
});
afterAll(() => site.close());

describe('the OpenAPI document', () => {
  it('follows the recommended rules of Redocly without exceptions', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    const texts = problems.map(
      ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
    );
    expect(texts).toEqual([]);
  });

  it('says which operations are public, and names them for generated clients', () => {
    expect(document.security).toEqual([]);
    expect(document.paths['/articles/{slug}']?.['get']).toMatchObject({ operationId: 'getArticlesBySlug' });
    expect(document.paths['/articles/{slug}']?.['get']).not.toHaveProperty('security');
    expect(document.paths['/newsroom/articles']?.['post']).toMatchObject({
      operationId: 'postNewsroomArticles',
      security: [{ bearer: [] }, { apiToken: ['articles:write'] }],
    });
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    expect(operations.filter(({ summary }) => summary === '')).toEqual([]);
    const newsroom = operations.filter(({ path }) => path.startsWith('/newsroom/'));
    expect(newsroom.length).toBeGreaterThan(100);
    for (const { security } of newsroom) expect(security?.[0]).toEqual({ bearer: [] });
  });
});

describe('the API documentation page', () => {
  let html: string;
  beforeAll(async () => {
    html = await (await site.fetch('/api')).text();
  });

  it('lists every operation of the OpenAPI document', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      expect(html).toContain(`>/api${path}</code>`);
      for (const method of Object.keys(methods)) expect(html).toContain(`>${method.toUpperCase()}</span>`);
    }
    expect(html.match(/>\/api\/[^<]*<\/code>/g)).toHaveLength(
      Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length,
    );
  });

  it('has no broken fragment links', () => {
    const ids = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    const links = Array.from(html.matchAll(/ href="#([^"]+)"/g), ([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect(links.length).toBeGreaterThan(20);
  });

  it('is a page like any other: cached, without inline script, and not indexed', async () => {
    const { headers } = await site.fetch('/api');
    expect(headers.get('etag')).toMatch(/^"/);
    expect(headers.get('cache-control')).toContain('public');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain('rel="canonical"');
    expect(html).not.toMatch(/<script(?![^>]* src=)(?![^>]*ld\+json)/);
    // A request for it must not take more memory than one for another page.
    expect(html.length).toBeLessThan(120_000);
  });
});

describe('the API', () => {
  it.each([
    ['GET', '/api/nothing', 404, null],
    ['GET', '/api/newsroom/nothing', 401, null],
    ['DELETE', '/api/sessions', 405, 'POST'],
    ['PATCH', '/api/articles', 405, 'GET, HEAD'],
    ['POST', '/api', 405, 'GET, HEAD'],
    ['OPTIONS', '/api/openapi.json', 405, 'GET, HEAD'],
  ])('answers %s %s with a problem document', async (method, path, status, allow) => {
    const response = await site.fetch(path, { method, headers: { origin: 'http://localhost' } });
    expect([response.status, response.headers.get('allow')]).toEqual([status, allow]);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.has('set-cookie')).toBe(false);
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(await response.json()).toMatchObject({ status, code: expect.any(String) });
  });
});
