import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, unreachable } from '../api/api-error.ts';
import { createSessionKeeper } from './session-keeper.ts';
import type { SessionStorage } from './session-storage.ts';
import type { KeptSession, Session } from './session.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;

const user = { id: 'u1', name: 'Edith', email: 'edith@news.example', email_verified: true };

function session(number: number, given: Partial<Session> = {}): Session {
  return {
    access_token: `access ${number}`,
    refresh_token: `refresh ${number}`,
    // a server whose clock is a day behind
    expires_at: NOON / 1000 - 86_400 + 600,
    expires_in: 600,
    token_type: 'bearer',
    user,
    provider_token: null,
    ...given,
  };
}

/**
 * Local storage as several tabs see it: what one writes the others hear of and read.
 * @param late milliseconds later, as where each tab is a process of its own
 */
function sharedStorage(late: number) {
  const views: { kept: KeptSession | null; hear: () => void }[] = [];
  return (): SessionStorage => {
    const tab = { kept: null as KeptSession | null, hear: () => {} };
    views.push(tab);
    const set = (next: KeptSession | null) => {
      tab.kept = next;
      for (const other of views.filter((one) => one !== tab)) {
        const arrive = () => {
          other.kept = next;
          other.hear();
        };
        if (late === 0) arrive();
        else setTimeout(arrive, late);
      }
    };
    return {
      read: () => tab.kept,
      write: set,
      clear: () => set(null),
      onChange(listener) {
        tab.hear = listener;
        return () => (tab.hear = () => {});
      },
    };
  };
}

function lock() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

function tabs(count: number, exchange: (token: string) => Promise<Session>, late = 0) {
  const clock = { now: NOON };
  const [open, exclusively] = [sharedStorage(late), lock()];
  const spread = () => delay(2 * late);
  const all = Array.from({ length: count }, () => {
    const now = () => clock.now;
    const keeper = createSessionKeeper({ storage: open(), exchange, exclusively, spread, now });
    const heard: string[] = [];
    keeper.onSessionEvent((event) => heard.push(event));
    return { keeper, heard };
  });
  return { clock, all, first: all[0] as (typeof all)[0], second: all[1] as (typeof all)[0] };
}

const refused = () => Promise.reject(new ApiError('over', { status: 401, code: 'unauthenticated' }));

describe('a session', () => {
  it('is exchanged when less than 90 s remain, counted from its arrival and not by the server’s clock', async () => {
    const exchange = vi.fn(() => Promise.resolve(session(2)));
    const { clock, first } = tabs(1, exchange);
    first.keeper.signedIn(session(1));
    clock.now = NOON + 510_000;
    await first.keeper.check();
    expect(exchange).not.toHaveBeenCalled();
    clock.now = NOON + 510_001;
    await first.keeper.check();
    expect(exchange).toHaveBeenCalledExactlyOnceWith('refresh 1');
    expect(first.keeper.current()?.access_token).toBe('access 2');
    await first.keeper.check();
    expect(exchange).toHaveBeenCalledOnce();
    expect(first.heard).toContain('TOKEN_REFRESHED');
  });

  it('is exchanged when the clock was set back', async () => {
    const exchange = vi.fn(() => Promise.resolve(session(2)));
    const { clock, first } = tabs(1, exchange);
    first.keeper.signedIn(session(1));
    clock.now = NOON - MINUTE;
    await first.keeper.check();
    expect(exchange).toHaveBeenCalledOnce();
  });

  it('is exchanged by one tab, and taken over by the others', async () => {
    const exchange = vi.fn(() => Promise.resolve(session(2)));
    const { clock, all, second } = tabs(3, exchange);
    all[0]?.keeper.signedIn(session(1));
    clock.now = NOON + 9 * MINUTE;
    await Promise.all(all.map(({ keeper }) => keeper.check()));
    expect(exchange).toHaveBeenCalledOnce();
    expect(all.map(({ keeper }) => keeper.current()?.access_token)).toEqual(Array(3).fill('access 2'));
    expect(second.heard.filter((event) => event !== 'INITIAL_SESSION')).toEqual([
      'SIGNED_IN',
      'TOKEN_REFRESHED',
    ]);
  });

  it('is exchanged by one tab also where the others read late what it has stored', async () => {
    const exchange = vi.fn(() => Promise.resolve(session(2)));
    const { clock, all, first } = tabs(3, exchange, 20);
    first.keeper.signedIn(session(1));
    await delay(40);
    clock.now = NOON + 9 * MINUTE;
    await Promise.all(all.map(({ keeper }) => keeper.check()));
    expect(exchange).toHaveBeenCalledOnce();
    expect(all.map(({ keeper }) => keeper.current()?.access_token)).toEqual(Array(3).fill('access 2'));
  });

  it('ends in every tab when one signs out', () => {
    const { first, second } = tabs(2, refused);
    first.keeper.signedIn(session(1));
    second.keeper.signedOut();
    expect(first.keeper.current()).toBeNull();
    expect([first, second].map(({ heard }) => heard.at(-1))).toEqual(['SIGNED_OUT', 'SIGNED_OUT']);
  });

  it('ends when the server refuses to exchange it', async () => {
    const { first, second } = tabs(2, refused);
    first.keeper.signedIn(session(1));
    expect(await first.keeper.renew('access 1')).toBe('ended');
    expect(second.keeper.current()).toBeNull();
  });

  it.each([
    unreachable(null),
    new ApiError('', { status: 500, code: 'unknown' }),
    new ApiError('', { status: 503, code: 'unavailable' }),
    new ApiError('', { status: 429, code: 'too_many' }),
    new TypeError('an answer nobody can read'),
  ])('outlives %s', async (failure) => {
    const { first } = tabs(1, () => Promise.reject(failure));
    first.keeper.signedIn(session(1));
    expect(await first.keeper.renew('access 1')).toBe('unreachable');
    expect(first.keeper.current()?.access_token).toBe('access 1');
    expect(first.heard).not.toContain('SIGNED_OUT');
  });

  it('is not brought back by an exchange that was on its way while somebody signed out', async () => {
    const { promise, resolve } = Promise.withResolvers<Session>();
    const { first, second } = tabs(2, () => promise);
    first.keeper.signedIn(session(1));
    const renewal = first.keeper.renew('access 1');
    await Promise.resolve();
    second.keeper.signedOut();
    resolve(session(2));
    expect(await renewal).toBe('ended');
    expect(first.keeper.current()).toBeNull();
    expect(second.keeper.current()).toBeNull();
  });

  it('tells each new listener what there is, once', async () => {
    const { first } = tabs(1, refused);
    first.keeper.signedIn(session(1));
    const listener = vi.fn();
    first.keeper.onSessionEvent(listener);
    await Promise.resolve();
    expect(listener).toHaveBeenCalledExactlyOnceWith('INITIAL_SESSION', first.keeper.current());
  });

  it('tells when the person has changed, and of no change', () => {
    const { first, second } = tabs(2, refused);
    first.keeper.signedIn(session(1));
    first.keeper.userUpdated({ ...user });
    first.keeper.userUpdated({ ...user, name: 'Edith E.' });
    expect(second.heard.filter((event) => event === 'USER_UPDATED')).toHaveLength(1);
    expect(second.keeper.current()?.user.name).toBe('Edith E.');
  });
});
