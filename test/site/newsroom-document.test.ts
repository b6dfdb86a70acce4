import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';

describe.each(databaseKindsFor(import.meta.filename))('on the %s database', (databaseKind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
  });
  afterAll(() => app.close());

  test('the document of the newsroom is the same for all clients, sets no cookie and has no inline script', async () => {
    const responses = await Promise.all(
      ['/login', '/admin', '/admin/article-editor/sports'].map((path) => app.fetch(path)),
    );
    const [login, ...others] = await Promise.all(responses.map((response) => response.text()));
    expect(others).toEqual([login, login]);
    expect(login).toContain('The newsroom needs JavaScript.');
    expect(login).not.toMatch(/<script(?![^>]* src=)|<style| style="/);
    for (const { status, headers } of responses) {
      expect(status).toBe(200);
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('content-security-policy')).toContain('trusted-types default dompurify');
      expect(headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(headers.get('referrer-policy')).toBe('same-origin');
    }
    const etag = responses[0]?.headers.get('etag') ?? '';
    // A compressing proxy weakens the tag.
    for (const tag of [etag, `W/${etag}`, '*'])
      expect((await app.fetch('/admin', { headers: { 'if-none-match': tag } })).status).toBe(304);
  });
});
