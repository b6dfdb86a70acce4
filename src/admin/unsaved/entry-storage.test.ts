import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { hasUnsavedEntries, blockUnsavedEntries } from './entry-storage.ts';
import { formDrafts, formEntryId } from './form-drafts.ts';
import type { RecordDraft } from './use-record-draft.ts';

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

/** Browser globals that the modules read when they are imported. */
const storage = memoryStorage();
vi.stubGlobal('localStorage', storage);
vi.stubGlobal('addEventListener', () => undefined);
const { sessionManager } = await import('../session/newsroom-session.ts');
const { useRecordDraft } = await import('./use-record-draft.ts');

beforeEach(() => storage.clear());
afterAll(() => vi.unstubAllGlobals());

test('the revision of an entry is a number or a string; null in entries of earlier releases', () => {
  for (const revision of [7, 'a3f', null]) {
    const entry = { ...entryOf('ada'), revision };
    storage.setItem(`newsroom.form.${entry.id}`, JSON.stringify(entry));
    expect(formDrafts().find(entry.id)).toEqual(entry);
  }
});

describe('unsaved input of an account that has logged out', () => {
  test('is not stored again by a form in another tab; entries of other accounts stay', () => {
    for (const userId of ['ada', 'grace']) expect(formDrafts().write(entryOf(userId))).toBeNull();
    blockUnsavedEntries(storage, 'ada');
    formDrafts().write(entryOf('ada'));
    expect(formDrafts().list()).toMatchObject([{ userId: 'grace' }]);
    formDrafts().write({ ...entryOf('grace'), values: { typed: 'later' } });
    expect(formDrafts().list()).toMatchObject([{ userId: 'grace', values: { typed: 'later' } }]);
  });

  test('is stored again after the next sign-in, without entries another tab wrote during the logout', () => {
    const late = entryOf('ada');
    blockUnsavedEntries(storage, 'ada');
    storage.setItem(`newsroom.form.${late.id}`, JSON.stringify(late));
    sessionManager.setSession({ ...session, user: { ...user, id: 'grace' } });
    formDrafts().write({ ...late, id: formEntryId('ada', 'retention') });
    expect(formDrafts().list()).toEqual([late]);
    sessionManager.setSession(session);
    expect(hasUnsavedEntries(storage)).toBe(false);
    formDrafts().write(late);
    expect(formDrafts().list()).toEqual([late]);
    sessionManager.setSession(session);
    expect(formDrafts().list()).toEqual([late]);
  });

  test('is deleted even when the storage is full', () => {
    formDrafts().write(entryOf('ada'));
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const full = Object.create(storage, { setItem: { value: setItem } }) as Storage;
    blockUnsavedEntries(full, 'ada');
    expect(hasUnsavedEntries(storage)).toBe(false);
  });
});

describe('the form of an item', () => {
  const item = { id: 'a', name: 'Ada', revision: 3 };
  type Draft = RecordDraft<typeof item, { name: string }>;

  /** What the form gets when it is opened. */
  function open(record: typeof item | null): Draft {
    const opened: Draft[] = [];
    const Form = () => {
      const draft = useRecordDraft({
        record,
        form: 'author',
        schema: z.object({ name: z.string() }),
        newValues: { name: 'New' },
        valuesOf: ({ name }) => ({ name }),
        load: () => Promise.resolve(undefined),
      });
      opened.push(draft);
      return null;
    };
    renderToString(createElement(Form));
    return opened[0] as Draft;
  }

  test('restores input with the revision that it is based on, so that saving it replaces no later one', () => {
    open(item).draft.change({ name: 'Typed' });
    const { draft, revision } = open({ ...item, name: 'Theirs', revision: 4 });
    expect([draft.values, revision]).toEqual([{ name: 'Typed' }, 3]);
  });
});
