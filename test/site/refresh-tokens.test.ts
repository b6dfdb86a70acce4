import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeAccount, signIn } from '../accounts.ts';
import { DATABASE_KINDS } from '../full.ts';
import { prepareSessionsSite } from './sessions-site.ts';

describe.each(DATABASE_KINDS)('the refresh token of a session, on the %s database', (databaseKind) => {
  const site = prepareSessionsSite(databaseKind);
  const { advanceClock, logged, refresh, refreshed, count } = site;

  const getAccount = (token: string) =>
    site.app.fetch('/api/account', { headers: { authorization: `Bearer ${token}` } });

  it('has the same successor for concurrent requests, and for ten seconds', async () => {
    const person = await makeAccount(site.app);
    const { refresh_token: old } = await signIn(site.app, person);
    const all = await Promise.all(Array.from({ length: 10 }, () => refreshed(old)));
    expect(new Set(all.map((given) => given.refresh_token)).size).toBe(1);
    advanceClock(10);
    expect((await refreshed(old)).refresh_token).toBe(all[0]?.refresh_token);
    expect(await count(person.id)).toBe(1);
  });

  it('has the same successor for a request with the same Idempotency-Key, until that is replaced', async () => {
    const first = await signIn(site.app, await makeAccount(site.app));
    const second = await refreshed(first.refresh_token, 'one-attempt');
    advanceClock(3600);
    const again = await refreshed(first.refresh_token, 'one-attempt');
    expect(again.refresh_token).toBe(second.refresh_token);
    expect((await getAccount(again.access_token)).status).toBe(200);
    await refreshed(again.refresh_token, 'next-attempt');
    expect((await refresh(first.refresh_token, 'one-attempt')).status).toBe(401);
    expect((await getAccount(again.access_token)).status).toBe(401);
  });

  it.each(['another-attempt', undefined])(
    'ends the session when it is used again later with another Idempotency-Key: %s',
    async (key) => {
      const first = await signIn(site.app, await makeAccount(site.app));
      const second = await refreshed(first.refresh_token, 'one-attempt');
      advanceClock(11);
      expect((await refresh(first.refresh_token, key)).status).toBe(401);
      expect((await refresh(first.refresh_token, 'one-attempt')).status).toBe(401);
      expect((await getAccount(second.access_token)).status).toBe(401);
    },
  );

  it('ends the session when it is used again later', async () => {
    const person = await makeAccount(site.app);
    const first = await signIn(site.app, person);
    const other = await signIn(site.app, person);
    const second = await refreshed(first.refresh_token);
    advanceClock(11);
    logged.length = 0;
    expect((await refresh(first.refresh_token)).status).toBe(401);
    const [id = '', secret = ''] = first.refresh_token.split('.');
    const msg = 'an old refresh token was reused; its session was ended';
    expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ msg, session: id }]);
    expect(logged.join('')).not.toContain(secret);
    expect((await refresh(second.refresh_token)).status).toBe(401);
    expect((await getAccount(second.access_token)).status).toBe(401);
    // Other sessions of the account are not affected.
    expect((await getAccount(other.access_token)).status).toBe(200);
  });

  it('ends the session when it is older than the previous one', async () => {
    const first = await signIn(site.app, await makeAccount(site.app));
    const third = await refreshed((await refreshed(first.refresh_token)).refresh_token);
    expect((await getAccount(third.access_token)).status).toBe(200);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await getAccount(third.access_token)).status).toBe(401);
  });

  it('cannot be guessed, and guesses end no session', async () => {
    const { access_token: access, refresh_token: token } = await signIn(
      site.app,
      await makeAccount(site.app),
    );
    const [id, secret, signature = ''] = token.split('.');
    // One signature in a thousand ends with AA itself.
    const otherEnd = signature.endsWith('AA') ? 'BA' : 'AA';
    const guesses = [
      `${id}.${'A'.repeat(32)}.${signature}`,
      `${id}.${secret}.${signature.slice(0, -2)}${otherEnd}`,
      `${id}.${'A'.repeat(32)}.${createHmac('sha256', 'guess').update(token).digest('base64url')}`,
      secret,
      access,
      '',
    ];
    for (const guess of guesses) expect((await refresh(String(guess))).status).toBe(401);
    expect((await refresh('x'.repeat(600))).status).toBe(422);
    expect((await getAccount(access)).status).toBe(200);
  });
});
