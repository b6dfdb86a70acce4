import { expect, test } from 'vitest';
import { emptyDraft } from '../draft/draft.ts';
import type { BaseRevision } from '../newsroom-article.ts';
import { stale, stored, EDITOR, unreachable } from './server-autosave.fixture.ts';
import { createTextOfOthers } from './text-of-others.ts';

const draft = emptyDraft('sports', '');
const base = { id: 'a', revision: 1 };

test('what another person wrote is saved once, before the autosave and before the save', async () => {
  const answers: (Error | BaseRevision)[] = [unreachable(), { id: 'a', revision: 2 }];
  const saved: [string, number][] = [];
  const texts = createTextOfOthers({
    save({ title }, { revision }) {
      saved.push([title, revision]);
      const answer = answers.shift();
      return answer instanceof Error || answer === undefined
        ? Promise.reject(answer)
        : Promise.resolve(answer);
    },
  });
  expect(await texts.save(base)).toBe(base);
  texts.add({ ...draft, title: 'Theirs' });
  await expect(texts.save(base)).rejects.toThrow('No connection');
  // The autosave and a save at the same time, and a save that has not heard of the new revision.
  expect(await Promise.all([texts.save(base), texts.save(base)])).toEqual([
    { id: 'a', revision: 2 },
    { id: 'a', revision: 2 },
  ]);
  expect(await texts.save(base)).toEqual({ id: 'a', revision: 2 });
  expect(await texts.save({ id: 'a', revision: 3 })).toEqual({ id: 'a', revision: 3 });
  expect(saved).toEqual([
    ['Theirs', 1],
    ['Theirs', 1],
  ]);
});

test('an article that was saved meanwhile is left to the save of the editor', async () => {
  const texts = createTextOfOthers({ save: () => Promise.reject(stale(stored('', EDITOR, 1, 2))) });
  texts.add(draft);
  expect(await texts.save(base)).toBe(base);
});
