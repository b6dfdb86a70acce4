import { describe, expect, test } from 'vitest';
import { editOf, mergedValues, remainingEdit, withRevision } from './form-edit.ts';

const base = { title: 'a', note: 'b', order: ['x', 'y'] };
const edit = { base, values: { ...base, note: 'typed' }, revision: 3 };

describe('unsaved input of a form', () => {
  test('is shown over what the server has by now, and leaves every other field as it is there', () => {
    expect(mergedValues(edit, { title: 'theirs', note: 'theirs', order: ['y'] })).toEqual({
      title: 'theirs',
      note: 'typed',
      order: ['y'],
    });
    expect(mergedValues(null, base)).toBe(base);
  });

  test('is nothing once it says what was there before, in lists as well', () => {
    expect(editOf({ ...edit, values: { ...base, order: ['x', 'y'] } })).toBeNull();
    expect(editOf({ ...edit, values: { ...base, order: ['y', 'x'] } })).not.toBeNull();
  });

  test('keeps the revision it was typed on, whatever the server has by now', () => {
    for (const revision of [3, 'a3f'])
      expect(withRevision({ ...edit, revision }, { ...base, note: 'theirs' }, 'b7c').revision).toBe(revision);
  });

  test('of an earlier release gets the present revision only over what it was typed on', () => {
    const earlier = { ...edit, revision: null };
    expect(withRevision(earlier, { ...base }, 'b7c')).toEqual({ ...edit, revision: 'b7c' });
    expect(withRevision(earlier, { ...base, note: 'theirs' }, 'b7c')).toEqual({
      ...edit,
      revision: 'unknown',
    });
    expect(withRevision(earlier, { ...base, note: 'theirs' }, null)).toBe(earlier);
  });

  test('stays unsaved when it was typed during the save', () => {
    const sent = edit.values;
    // The server has put it right in its own way.
    const saved = { ...sent, note: 'Typed' };
    expect(remainingEdit(edit, { sent, saved, revision: 4 })).toBeNull();
    const later = { ...edit, values: { ...sent, title: 'typed later' } };
    expect(remainingEdit(later, { sent, saved, revision: 4 })).toEqual({
      base: saved,
      values: { ...saved, title: 'typed later' },
      revision: 4,
    });
  });
});
