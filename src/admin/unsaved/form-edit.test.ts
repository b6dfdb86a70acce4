import { describe, expect, test } from 'vitest';
import { mergedValues, remainingEdit, withRevision } from './form-edit.ts';

const base = { title: 'a', note: 'b', order: ['x', 'y'] };
const edit = { base, values: { ...base, note: 'typed' }, revision: 3 };

describe('unsaved input of a form', () => {
  test('overrides the changed fields only; all other fields show the current values of the server', () => {
    expect(mergedValues(edit, { title: 'theirs', note: 'theirs', order: ['y'] })).toEqual({
      title: 'theirs',
      note: 'typed',
      order: ['y'],
    });
    expect(mergedValues(null, base)).toBe(base);
  });

  test('keeps the revision it is based on, whatever the current revision is', () => {
    for (const revision of [3, 'a3f'])
      expect(withRevision({ ...edit, revision }, { ...base, note: 'theirs' }, 'b7c').revision).toBe(revision);
  });

  test('without a revision gets the current one only if its base still equals the saved values', () => {
    const earlier = { ...edit, revision: null };
    expect(withRevision(earlier, { ...base }, 'b7c')).toEqual({ ...edit, revision: 'b7c' });
    expect(withRevision(earlier, { ...base, note: 'theirs' }, 'b7c')).toEqual({
      ...edit,
      revision: 'unknown',
    });
    expect(withRevision(earlier, { ...base, note: 'theirs' }, null)).toBe(earlier);
  });

  test('that was typed during a save stays unsaved', () => {
    const sent = edit.values;
    // The server has normalized the value.
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
