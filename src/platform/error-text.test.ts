import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';

test.each([
  [new Error('no room'), 'no room'],
  [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [{ name: 'ErrnoError', errno: 44 }, 'ErrnoError 44'],
  [{ message: 'said so' }, 'said so'],
  [{}, 'unknown error'],
  [Object.create(null), 'unknown error'],
  [null, 'null'],
  ['a text', 'a text'],
])('%o reads %s', (thrown, text) => {
  expect(errorText(thrown)).toBe(text);
});
