import { beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { hasUnsavedEntries, refuseUnsavedEntries } from './entry-storage.ts';
import { formDrafts, formEntryId } from './form-drafts.ts';

const entryOf = (userId: string) => ({
  id: formEntryId(userId, 'settings'),
  userId,
  writtenAt: Date.now(),
  revision: null,
  base: {},
  values: {},
});
const user = { id: 'ada', name: 'Ada', email: 'ada@news.example', email_verified: true };
const session = {
  access_token: 'access',
  refresh_token: 'refresh',
  expires_at: 0,
  expires_in: 600,
  token_type: 'bearer' as const,
  user,
  provider_token: null,
};

/** What a browser gives the modules as they are loaded. */
const storage = memoryStorage();
vi.stubGlobal('localStorage', storage);
vi.stubGlobal('addEventListener', () => undefined);
const { sessionKeeper } = await import('../session/newsroom-session.ts');

beforeEach(() => storage.clear());

test('an entry names its revision by number or text; one of an earlier release names none', () => {
  for (const revision of [7, 'a3f', null]) {
    const entry = { ...entryOf('ada'), revision };
    storage.setItem(`newsroom.form.${entry.id}`, JSON.stringify(entry));
    expect(formDrafts().find(entry.id)).toEqual(entry);
  }
});

describe('the input of an account that has logged out', () => {
  test('is not stored again by a form in another tab, and that of another account stays', () => {
    for (const userId of ['ada', 'grace']) expect(formDrafts().write(entryOf(userId))).toBeNull();
    refuseUnsavedEntries(storage, 'ada');
    formDrafts().write(entryOf('ada'));
    expect(formDrafts().list()).toMatchObject([{ userId: 'grace' }]);
    formDrafts().write({ ...entryOf('grace'), values: { typed: 'later' } });
    expect(formDrafts().list()).toMatchObject([{ userId: 'grace', values: { typed: 'later' } }]);
  });

  test('is stored again after its next sign-in, without what another tab wrote at the moment of the logout', () => {
    const late = entryOf('ada');
    refuseUnsavedEntries(storage, 'ada');
    storage.setItem(`newsroom.form.${late.id}`, JSON.stringify(late));
    sessionKeeper.signedIn({ ...session, user: { ...user, id: 'grace' } });
    formDrafts().write({ ...late, id: formEntryId('ada', 'retention') });
    expect(formDrafts().list()).toEqual([late]);
    sessionKeeper.signedIn(session);
    expect(hasUnsavedEntries(storage)).toBe(false);
    formDrafts().write(late);
    expect(formDrafts().list()).toEqual([late]);
    sessionKeeper.signedIn(session);
    expect(formDrafts().list()).toEqual([late]);
  });

  test('is deleted where the storage has no room for anything more', () => {
    formDrafts().write(entryOf('ada'));
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const full = Object.create(storage, { setItem: { value: setItem } }) as Storage;
    refuseUnsavedEntries(full, 'ada');
    expect(hasUnsavedEntries(storage)).toBe(false);
  });
});
