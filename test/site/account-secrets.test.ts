import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.server.ts';
import { postJson, outboxMails, signIn, tokenIn, makeAccount, PASSWORD } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

const CANARY = 'canarybird';

describe.each(DATABASE_KINDS)('personal data and secrets in the log, on the %s database', (databaseKind) => {
  const lines: string[] = [];
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({
      databaseKind,
      log: createLog('trace', (line) => void lines.push(line)),
      env: { TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:1' },
    });
  });
  afterAll(() => app.close());

  it('are absent after every account operation and after a server error', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const email = `${CANARY}@news.example`;
    const password = `${CANARY} with a long tail`;
    const person = await makeAccount(app);
    const request = (path: string, body: object) => postJson(app, path, body, headers);

    for (const name of [`${CANARY} Name`, 'Again']) await request('/api/accounts', { name, email, password });
    await request('/api/accounts', { name: CANARY, email, password, role: CANARY });
    await request('/api/sessions', { email, password: `${CANARY} wrong` });
    const session = (await (await request('/api/sessions', { email, password })).json()) as {
      access_token: string;
      refresh_token: string;
    };
    const authorization = `Bearer ${session.access_token}`;
    await app.fetch(`/api/account?access_token=${session.access_token}`, { headers: { authorization } });
    const verification = tokenIn((await outboxMails(app, email))[0], '/admin?verification=');
    await request('/api/email-verifications/lookup', { token: verification });
    const confirmed = { token: verification, name: CANARY, password: `${password} confirmed` };
    expect((await request('/api/email-verifications', confirmed)).status).toBe(204);
    await request('/api/password-resets', { email });
    await app.jobs.runDue();
    const reset = tokenIn((await outboxMails(app, email)).at(-1), '/login?reset=');
    await request('/api/password-resets/completion', { token: reset, password });
    const again = (await (await request('/api/sessions', { email, password })).json()) as typeof session;
    const own = async (method: string, path: string, body: object) =>
      (
        await app.fetch(path, {
          method,
          headers: {
            ...headers,
            'content-type': 'application/json',
            authorization: `Bearer ${again.access_token}`,
          },
          body: JSON.stringify(body),
        })
      ).status;
    expect(await own('PATCH', '/api/account', { name: `${CANARY} renamed` })).toBe(204);
    const moved = { email: `${CANARY}-new@news.example`, current_password: password };
    expect(await own('POST', '/api/account/email-changes', moved)).toBe(202);
    await request('/api/email-changes/confirmation', { token: `${CANARY}.${CANARY}` });
    const changed = { current_password: password, password: `${password} changed` };
    expect(await own('PUT', '/api/account/password', changed)).toBe(204);
    const old = await signIn(app, person);
    await request('/api/sessions/refresh', { refresh_token: old.refresh_token });
    // Two generations later, so that the session is revoked as stolen.
    await app.database.db.execute(sql`update session set previous_token = 'older'`);
    await request('/api/sessions/refresh', { refresh_token: old.refresh_token });
    await app.database.db.execute(sql`alter table account rename to account_gone`);
    expect((await request('/api/sessions', { email, password })).status).toBe(500);
    await app.database.db.execute(sql`alter table account_gone rename to account`);

    const log = lines.join('');
    expect(log).toContain('an old refresh token was reused');
    expect(log).toContain('unexpected error');
    expect(log).toContain('/api/password-resets/completion');
    const secrets = [CANARY, session.access_token, session.refresh_token, verification, reset, PASSWORD];
    const more = [old.access_token, ...old.refresh_token.split('.').slice(1), person.email, '203.0.113.77'];
    for (const secret of [...secrets, ...more]) expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
  });
});
