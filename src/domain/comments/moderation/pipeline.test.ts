import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '#domain/site/settings.ts';
import { haste } from './haste.ts';
import { honeypot } from './honeypot.ts';
import { length } from './length.ts';
import { countLinks, links } from './links.ts';
import { markup } from './markup.ts';
import type { Attempt, Phase } from './phase.ts';
import { moderate } from './pipeline.server.ts';
import { checkRate } from './rate.ts';
import { textKeyOf } from './text-key.server.ts';
import { words } from './words.ts';

const attempt = (given: Partial<Attempt> = {}): Attempt => ({
  text: 'A thought about this.',
  email: 'reader@example.com',
  trap: '',
  openForMs: null,
  ...given,
});

/** The phases that ask nobody, as they are put together for a site. */
const pure = (settings: Partial<Settings> = {}): Phase[] => {
  const { comment_links_allowed, comment_held_words } = { ...DEFAULT_SETTINGS, ...settings };
  return [length, honeypot, haste, markup, links(comment_links_allowed), words(comment_held_words)];
};

describe('a comment is', () => {
  it.each<[string, Partial<Attempt>, Partial<Settings>, string[]]>([
    ['published when nothing is odd', {}, {}, []],
    ['published at its greatest length', { text: '👍'.repeat(5000) }, {}, []],
    ['held when the hidden field is filled', { trap: 'https://spam.example' }, {}, ['honeypot']],
    ['held when sent at once', { openForMs: 400 }, {}, ['haste']],
    ['published when sent in time', { openForMs: 3_000 }, {}, []],
    ['published with two links', { text: 'https://a.example and www.b.example/x' }, {}, []],
    ['held with three links', { text: 'http://a.example http://b.example c-d.com/x' }, {}, ['links']],
    [
      'held with one, where none is allowed',
      { text: 'See example.com' },
      { comment_links_allowed: 0 },
      ['links'],
    ],
    ['held with a link as HTML', { text: '<a  href="x">y</a>' }, {}, ['markup']],
    ['held with a link as in forums', { text: '[url=x]y[/url]' }, {}, ['markup']],
    ['published with other signs', { text: 'I <3 this: a < b, b > c [sic] (really)' }, {}, []],
    ['held for a word', { text: 'Best CÁSINO!' }, { comment_held_words: ['casino'] }, ['words']],
    ['held for a phrase', { text: 'you can Get...rich' }, { comment_held_words: ['get rich'] }, ['words']],
    [
      'published when the word is part of another',
      { text: 'classic' },
      { comment_held_words: ['class'] },
      [],
    ],
    ['held for no word that is no word', { text: 'anything' }, { comment_held_words: ['--'] }, []],
    [
      'held for every reason there is',
      { trap: 'x', openForMs: 1, text: '<a href=x> casino' },
      { comment_held_words: ['casino'] },
      ['honeypot', 'haste', 'markup', 'words'],
    ],
  ])('%s', async (_, given, settings, reasons) => {
    expect(await moderate(pure(settings), attempt(given))).toEqual(reasons);
  });

  it('refused when it is too long, with the field and the numbers', async () => {
    await expect(moderate(pure(), attempt({ text: 'a'.repeat(5001), trap: 'x' }))).rejects.toMatchObject({
      code: 'unprocessable',
      message: 'A comment has at most 5,000 characters; this one has 5,001.',
      details: { fields: { comment_text: expect.stringContaining('5,001') } },
    });
  });

  it('refused when the network has posted too much', async () => {
    const asked: string[] = [];
    const take = (name: string) => {
      asked.push(name);
      return Promise.resolve({ allowed: false, retryAfterSeconds: 42 });
    };
    await expect(checkRate({ take }, '203.0.113.7')).rejects.toMatchObject({
      code: 'too_many',
      details: { retryAfterSeconds: 42 },
    });
    expect(asked).toEqual(['comment:203.0.113.7']);
  });
});

describe('links', () => {
  it.each([
    ['', 0],
    ['Version 3.5 came on 1.2.2025, e.g. at 10.30', 0],
    ['https://www.example.com/a?b=c', 1],
    ['(https://a.example), <https://b.example>', 2],
    ['mail me@example.com', 1],
    ['sub.domain.example.net/path?x#y next', 1],
    [`${'a.'.repeat(2500)}com`, 0],
  ])('of %j are counted', (text, count) => {
    expect(countLinks(text)).toBe(count);
  });
});

describe('the key of a text', () => {
  it('is the same for the same words in other signs', () => {
    const key = textKeyOf('Buy these shoes now, my friend!');
    expect(key).toHaveLength(22);
    expect(textKeyOf('buy THESE   shoes -- now my friénd')).toBe(key);
    expect(textKeyOf('Buy those shoes now, my friend!')).not.toBe(key);
  });

  it('is empty for what anybody may say', () => {
    expect(textKeyOf('I agree!')).toBe('');
    expect(textKeyOf('👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍')).toBe('');
  });
});
