import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../app.ts';

describe('the API', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp();
  });
  afterAll(() => site.close());

  it('serves its OpenAPI document', async () => {
    const response = await site.fetch('/api/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json');
    const document = (await response.json()) as {
      paths: Record<string, Record<string, { security?: readonly unknown[] }>>;
    };
    expect(Object.keys(document.paths)).toContain('/newsroom/categories/{slug}');
    const newsroom = Object.entries(document.paths).filter(([path]) => path.startsWith('/newsroom/'));
    for (const operation of newsroom.flatMap(([, methods]) => Object.values(methods))) {
      expect(operation.security?.[0]).toEqual({ bearer: [] });
    }
  });

  it.each(['/api/nothing', '/api/newsroom/nothing'])(
    'answers with a problem document for %s',
    async (path) => {
      const response = await site.fetch(path);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.has('set-cookie')).toBe(false);
      expect(await response.json()).toMatchObject({ status: response.status, code: expect.any(String) });
    },
  );

  it.each([
    ['DELETE', '/api/sessions', 'POST'],
    ['PATCH', '/api/articles', 'GET, HEAD'],
    ['POST', '/api', 'GET, HEAD'],
    ['OPTIONS', '/api/openapi.json', 'GET, HEAD'],
  ])('answers 405 for %s %s and names the methods of the path', async (method, path, allow) => {
    const response = await site.fetch(path, { method, headers: { origin: 'http://localhost' } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(await response.json()).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  it('answers 401 for every newsroom path without a token', async () => {
    for (const path of ['/api/newsroom/categories/sports', '/api/newsroom/nothing']) {
      const response = await site.fetch(path);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });
});
