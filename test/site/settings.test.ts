import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import { testApp, type TestApp } from '../app.ts';

describe('the settings in the API', () => {
  let app: TestApp;
  let headers: Record<string, string>;
  beforeAll(async () => {
    app = await testApp();
    headers = { ...(await adminHeaders(app)), 'content-type': 'application/json' };
  });
  afterAll(() => app.close());

  const patch = (settings: object) =>
    app.fetch('/api/newsroom/settings', { method: 'PATCH', headers, body: JSON.stringify(settings) });

  it('are read, and changed individually', async () => {
    const before = await (await app.fetch('/api/newsroom/settings', { headers })).json();
    expect(before).toMatchObject({ comment_first_pending: false, comment_close_after_days: null });
    const changed = await patch({ comment_first_pending: true });
    expect([changed.status, await changed.json()]).toEqual([200, { ...before, comment_first_pending: true }]);
  });

  it('return field errors for invalid values, and change nothing', async () => {
    const refused = await patch({ comment_first_pending: false, comment_links_allowed: 1000 });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ fields: { comment_links_allowed: expect.any(String) } });
    expect(await (await app.fetch('/api/newsroom/settings', { headers })).json()).toMatchObject({
      comment_first_pending: true,
    });
  });

  it('are for administrators only', async () => {
    expect((await app.fetch('/api/newsroom/settings')).status).toBe(401);
  });
});
