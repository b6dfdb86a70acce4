import { expect, test } from 'vitest';
import { emptyDraft, inputFromDraft } from '../draft/draft.ts';
import { NEW_ARTICLE_STATUS, type NewsroomArticle } from '../newsroom-article.ts';
import { chooseDraft } from './choose-draft.ts';
import { EDITOR, OTHER, stored } from './server-autosave.fixture.ts';

const article = (title: string, revision = 1): NewsroomArticle => ({
  ...inputFromDraft({ ...emptyDraft('sports', ''), title }, true),
  ...NEW_ARTICLE_STATUS,
  id: 'a',
  revision,
  updated_at: '2026-01-05T00:00:00.000Z',
  updated_by_name: null,
});

test.each([
  ['the own one of the same revision', 'Saved', 1, EDITOR, [], 'Typed', null],
  ['the own one of an older revision', 'Saved', 2, EDITOR, [], 'Saved', undefined],
  ['the own one of an editor that is open', 'Saved', 1, EDITOR, [EDITOR], 'Saved', undefined],
  ['that of another person', 'Saved', 1, OTHER, [], 'Saved', undefined],
  ['that of another person, of a draft that nobody has saved', '', 1, OTHER, [], 'Typed', 'Grace'],
  ['that of another open editor, of a draft that nobody has saved', '', 1, EDITOR, [EDITOR], 'Typed', null],
])('an editor begins with or without an autosave: %s', (_, title, revision, by, open, expected, writer) => {
  const opened = {
    article: article(title, revision),
    autosave: stored('Typed', by, 3),
    openEditors: new Set(open),
  };
  const chosen = chooseDraft(opened, () => null);
  expect(chosen.draft.title).toBe(expected);
  expect(chosen.loaded?.writer).toBe(writer);
  expect(chosen.isLoaded).toBe(expected === 'Typed');
});
