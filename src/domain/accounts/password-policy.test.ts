import { describe, expect, it } from 'vitest';
import { findPasswordWeakness } from './password-policy.server.ts';

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
    'xkzvbwqpmlt',
    'long phrases are welcome '.repeat(5),
  ])('may be %j', (password) => {
    expect(findPasswordWeakness(password, ada)).toBeNull();
  });

  it.each([
    ['short', 'at least 10'],
    // Ten UTF-16 code units, but five characters.
    ['🦆🦆🐟🐟🦉', 'at least 10'],
    ['x1'.repeat(65), 'at most 128'],
    ['password12', 'Many people'],
    ['PASSWORD2024!', 'Many people'],
    ['p@ssw0rd!!', 'Many people'],
    ['!!letmein!!', 'Many people'],
    ['1q2w3e4r5t', 'Many people'],
    ['aaaaaaaaaa', 'repetition'],
    ['abababababab', 'repetition'],
    ['3456789012', 'row of keys'],
    ['asdfghjkl;', 'Many people'],
    ['wertzuiop1234', 'row of keys'],
    ['Lovelace1815', 'name or email'],
    ['ada.lovelace!', 'name or email'],
    ['countess.ada@meridian.example', 'name or email'],
  ])('must not be %j: %s', (password, reason) => {
    expect(findPasswordWeakness(password, ada)).toContain(reason);
  });
});
