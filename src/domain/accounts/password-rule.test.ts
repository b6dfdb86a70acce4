import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.server.ts';
import { weaknessOf } from './password-rule.server.ts';

const ada = { name: 'Ada Lovelace', email: 'countess.ada@meridian.example' };

describe('a new password', () => {
  it.each([
    'nine small herons fishing',
    'correct horse battery',
    'Tr0ub4dor&3x',
    'vK9#mq2Lx!',
    'пять маленьких цапель',
    '七羽の小さな青鷺が釣り',
    '🦆 ducks cross',
    'my aunt keeps 12 goats',
    'xkzvbwqpmlt',
    'long phrases are welcome '.repeat(5),
  ])('may be %j', (password) => {
    expect(weaknessOf(password, ada)).toBeNull();
  });

  it.each([
    ['short', 'at least 10'],
    // ten units of UTF-16, five characters
    ['🦆🦆🐟🐟🦉', 'at least 10'],
    ['x1'.repeat(65), 'at most 128'],
    ['password12', 'Many people'],
    ['PASSWORD2024!', 'Many people'],
    ['p@ssw0rd!!', 'Many people'],
    ['Welcome2025', 'Many people'],
    ['!!letmein!!', 'Many people'],
    ['iloveyou1234', 'Many people'],
    ['1q2w3e4r5t', 'Many people'],
    ['aaaaaaaaaa', 'repetition'],
    ['abababababab', 'repetition'],
    ['zyxwvutsrq', 'row of keys'],
    ['3456789012', 'row of keys'],
    ['asdfghjkl;', 'Many people'],
    ['sdfghjkl;a', 'row of keys'],
    ['poiuytrewq', 'row of keys'],
    ['wertzuiop1234', 'row of keys'],
    ['adalovelace', 'your name'],
    ['Lovelace1815', 'your name'],
    ['ada.lovelace!', 'your name'],
    ['countess.ada', 'your name'],
    ['countess.ada@meridian.example', 'your name'],
  ])('may not be %j: %s', (password, reason) => {
    expect(weaknessOf(password, ada)).toContain(reason);
  });

  it('is compared as people would type it: width and case of letters make no difference', () => {
    expect(weaknessOf('ｐａｓｓｗｏｒｄ１２', ada)).toContain('Many people');
  });
});

it('the list is in the form in which passwords are compared', () => {
  for (const listed of COMMON_PASSWORDS) expect(listed).toBe(listed.toLowerCase().trim().normalize('NFKC'));
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(400);
});
