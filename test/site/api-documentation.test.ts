import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../app.ts';

describe('the API documentation page', () => {
  let site: TestApp;
  let html: string;
  beforeAll(async () => {
    site = await testApp();
    html = await (await site.fetch('/api')).text();
  });
  afterAll(() => site.close());

  it('describes every operation and every schema of the OpenAPI document', async () => {
    const document = (await (await site.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { summary: string }>>;
      components: { schemas: Record<string, unknown> };
    };
    for (const [path, methods] of Object.entries(document.paths)) {
      expect(html).toContain(`>/api${path}</code>`);
      for (const { summary } of Object.values(methods)) expect(summary).not.toBe('');
    }
    expect(html.match(/<details id="(?:get|post|put|patch|delete)-/g)).toHaveLength(
      Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length,
    );
    for (const name of Object.keys(document.components.schemas)) expect(html).toContain(`>${name}</h3>`);
  });

  it('follows the recommended rules of Redocly without exceptions', async () => {
    const problems = await lintFromString({
      source: await (await site.fetch('/api/openapi.json')).text(),
      absoluteRef: '/openapi.json',
      config: await createConfig({ extends: ['recommended'] }),
    });
    const texts = problems.map(
      ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
    );
    expect(texts).toEqual([]);
  });

  it('says which operations are public, and names them for generated clients', async () => {
    const document = (await (await site.fetch('/api/openapi.json')).json()) as {
      security: unknown;
      paths: Record<string, Record<string, { operationId: string; security?: unknown }>>;
    };
    expect(document.security).toEqual([]);
    expect(document.paths['/articles/{slug}']?.['get']).toMatchObject({ operationId: 'getArticlesBySlug' });
    expect(document.paths['/articles/{slug}']?.['get']).not.toHaveProperty('security');
    expect(document.paths['/newsroom/articles']?.['post']).toMatchObject({
      operationId: 'postNewsroomArticles',
      security: [{ bearer: [] }, { apiToken: ['articles:write'] }],
    });
  });

  it('has no broken fragment links', () => {
    const ids = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    const links = Array.from(html.matchAll(/ href="#([^"]+)"/g), ([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect(links.length).toBeGreaterThan(20);
  });

  it('is a page like any other: cached, without inline script, with a canonical URL', async () => {
    const again = await site.fetch('/api');
    expect(again.headers.get('etag')).toMatch(/^"/);
    expect(again.headers.get('cache-control')).toContain('public');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain('rel="canonical"');
    expect(html).not.toMatch(/<script(?![^>]* src=)(?![^>]*ld\+json)/);
    expect(html).toContain(
      'curl -X PUT http://127.0.0.1:3000/api/newsroom/articles/{id} \\\n  -H &#x27;Authorization: Bearer ACCESS_TOKEN&#x27; \\\n  -H &#x27;If-Match: &quot;7&quot;&#x27;',
    );
  });
});
