import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#platform/durations.ts';
import { ApiError, unreachableError } from '../api/api-error.ts';
import { createSessionManager } from './session-manager.ts';
import type { SessionStorage } from './session-storage.ts';
import type { StoredSession, Session } from './session.ts';

const NOON = Date.UTC(2026, 0, 1, 12);

const user = { id: 'u1', name: 'Edith', email: 'edith@news.example', email_verified: true };

function session(sequence: number, given: Partial<Session> = {}): Session {
  return {
    access_token: `access ${sequence}`,
    refresh_token: `refresh ${sequence}`,
    // The clock of the server is one day behind.
    expires_at: NOON / 1000 - 86_400 + 600,
    expires_in: 600,
    token_type: 'bearer',
    user,
    provider_token: null,
    ...given,
  };
}

/**
 * Local storage shared by several tabs: a write in one tab reaches the others and fires their `storage` event.
 * @param delayMs milliseconds until a write reaches the other tabs, which may run in other processes
 */
function sharedStorage(delayMs: number) {
  const views: { stored: StoredSession | null; notify: () => void }[] = [];
  return (): SessionStorage => {
    const tab = { stored: null as StoredSession | null, notify: () => {} };
    views.push(tab);
    const set = (next: StoredSession | null) => {
      tab.stored = next;
      for (const other of views.filter((one) => one !== tab)) {
        const deliver = () => {
          other.stored = next;
          other.notify();
        };
        if (delayMs === 0) deliver();
        else setTimeout(deliver, delayMs);
      }
    };
    return {
      read: () => tab.stored,
      write: set,
      clear: () => set(null),
      onChange(listener) {
        tab.notify = listener;
        return () => (tab.notify = () => {});
      },
    };
  };
}

function createLock() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

function openTabs(count: number, exchange: (token: string, key: string) => Promise<Session>, delayMs = 0) {
  const clock = { now: NOON };
  const [openStorage, withLock] = [sharedStorage(delayMs), createLock()];
  const waitForOtherTabs = () => delay(2 * delayMs);
  const all = Array.from({ length: count }, () => {
    const now = () => clock.now;
    const manager = createSessionManager({
      storage: openStorage(),
      exchangeRefreshToken: exchange,
      withLock,
      waitForOtherTabs,
      now,
    });
    const events: string[] = [];
    manager.onSessionEvent((event) => events.push(event));
    return { manager, events };
  });
  return { clock, all, first: all[0] as (typeof all)[0], second: all[1] as (typeof all)[0] };
}

const reject = () => Promise.reject(new ApiError('over', { status: 401, code: 'unauthenticated' }));

describe('a session', () => {
  it('is refreshed when less than 90 s remain, counted from its arrival, not by the clock of the server', async () => {
    const exchange = vi.fn(() => Promise.resolve(session(2)));
    const { clock, first } = openTabs(1, exchange);
    first.manager.setSession(session(1));
    clock.now = NOON + 510_000;
    await first.manager.refreshIfExpiring();
    expect(exchange).not.toHaveBeenCalled();
    clock.now = NOON + 510_001;
    await first.manager.refreshIfExpiring();
    expect(exchange).toHaveBeenCalledExactlyOnceWith('refresh 1', expect.stringMatching(/^[0-9a-f-]{36}$/));
    expect(first.manager.current()?.access_token).toBe('access 2');
    await first.manager.refreshIfExpiring();
    expect(exchange).toHaveBeenCalledOnce();
    expect(first.events).toContain('TOKEN_REFRESHED');
  });

  it.each([0, 20])('is refreshed by one tab, if writes reach the others after %i ms', async (delayMs) => {
    const exchange = vi.fn(() => Promise.resolve(session(2)));
    const { clock, all, first, second } = openTabs(3, exchange, delayMs);
    first.manager.setSession(session(1));
    await delay(2 * delayMs);
    clock.now = NOON + 9 * MINUTE_MS;
    await Promise.all(all.map(({ manager }) => manager.refreshIfExpiring()));
    expect(exchange).toHaveBeenCalledOnce();
    expect(all.map(({ manager }) => manager.current()?.access_token)).toEqual(Array(3).fill('access 2'));
    await expect
      .poll(() => second.events.filter((event) => event !== 'INITIAL_SESSION'))
      .toEqual(['SIGNED_IN', 'TOKEN_REFRESHED']);
  });

  it('ends in every tab when one signs out', () => {
    const { first, second } = openTabs(2, reject);
    first.manager.setSession(session(1));
    second.manager.clearSession();
    expect(first.manager.current()).toBeNull();
    expect([first, second].map(({ events }) => events.at(-1))).toEqual(['SIGNED_OUT', 'SIGNED_OUT']);
  });

  it('ends when the server rejects the refresh token', async () => {
    const { first, second } = openTabs(2, reject);
    first.manager.setSession(session(1));
    expect(await first.manager.refresh('access 1')).toBe('ended');
    expect(second.manager.current()).toBeNull();
  });

  it.each([
    unreachableError(null),
    new ApiError('', { status: 500, code: 'unknown' }),
    new ApiError('', { status: 503, code: 'unavailable' }),
    new ApiError('', { status: 429, code: 'too_many' }),
    new TypeError('invalid response'),
  ])('survives %s', async (reason) => {
    const { first } = openTabs(1, () => Promise.reject(reason));
    first.manager.setSession(session(1));
    expect(await first.manager.refresh('access 1')).toBe('unreachable');
    expect(first.manager.current()?.access_token).toBe('access 1');
    expect(first.events).not.toContain('SIGNED_OUT');
  });

  it('is refreshed with one key in all attempts and tabs, and with another one the next time', async () => {
    const keys: string[] = [];
    const { first, second } = openTabs(2, (_, key) => {
      keys.push(key);
      return keys.length === 1
        ? Promise.reject(unreachableError(null))
        : Promise.resolve(session(keys.length));
    });
    first.manager.setSession(session(1));
    expect(await first.manager.refresh('access 1')).toBe('unreachable');
    expect(await second.manager.refresh('access 1')).toBe('refreshed');
    expect(await first.manager.refresh('access 2')).toBe('refreshed');
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(2);
  });

  it('is not restored by a refresh that finishes after sign-out', async () => {
    const { promise, resolve } = Promise.withResolvers<Session>();
    const { first, second } = openTabs(2, () => promise);
    first.manager.setSession(session(1));
    const result = first.manager.refresh('access 1');
    await Promise.resolve();
    second.manager.clearSession();
    resolve(session(2));
    expect(await result).toBe('ended');
    expect(first.manager.current()).toBeNull();
    expect(second.manager.current()).toBeNull();
  });

  it('stays when an earlier one is rejected or refreshed after it was opened in another tab', async () => {
    for (const late of [
      (refreshing: PromiseWithResolvers<Session>) =>
        refreshing.reject(new ApiError('over', { status: 401, code: 'unauthenticated' })),
      (refreshing: PromiseWithResolvers<Session>) => refreshing.resolve(session(2)),
    ])
      for (const [next, expected] of [
        [session(3), 'refreshed'],
        [session(3, { user: { ...user, id: 'u2' } }), 'ended'],
      ] as const) {
        const refreshing = Promise.withResolvers<Session>();
        const { first, second } = openTabs(2, () => refreshing.promise);
        first.manager.setSession(session(1));
        const result = first.manager.refresh('access 1');
        await Promise.resolve();
        second.manager.clearSession();
        second.manager.setSession(next);
        late(refreshing);
        expect(await result).toBe(expected);
        for (const { manager } of [first, second])
          expect(manager.current()).toMatchObject({ access_token: 'access 3', user: next.user });
      }
  });

  it('is not restored by data of its user after another tab ended it, before the event of that arrives', () => {
    let stored: StoredSession | null = { ...session(1), received_at: NOON };
    const storage: SessionStorage = {
      read: () => stored,
      write: (next) => (stored = next),
      clear: () => (stored = null),
      onChange: () => () => {},
    };
    const manager = createSessionManager({
      storage,
      exchangeRefreshToken: reject,
      withLock: createLock(),
      waitForOtherTabs: () => Promise.resolve(),
      now: () => NOON,
    });
    stored = null;
    manager.updateUser({ ...user, name: 'Edith E.' });
    expect([stored, manager.current()]).toEqual([null, null]);
  });
});
