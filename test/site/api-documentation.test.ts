import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../app.ts';

let site: TestApp;
let source: string;
let document: { readonly paths: Readonly<Record<string, object>> };
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
