import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '#domain/site/settings.ts';
import { RAW_COMMENT_MAX_LENGTH } from '../comment.ts';
import { checkRawLength } from './length.ts';
import { countLinks } from './links.ts';
import type { Submission } from './phase.ts';
import { createPipeline, moderate } from './pipeline.ts';
import { requireCommentRate } from './rate-limit.ts';
import { createTextKey } from './text-key.server.ts';

const submission = (given: Partial<Submission> = {}): Submission => ({
  text: 'A thought about this.',
  honeypotValue: '',
  timeOnPageMs: null,
  history: { isDuplicate: false, hasPublishedBefore: true },
  ...given,
});

const moderateWith = (settings: Partial<Settings>, given: Partial<Submission>) =>
  moderate(createPipeline({ ...DEFAULT_SETTINGS, ...settings }), submission(given));

describe('a comment is', () => {
  it.each<[string, Partial<Submission>, Partial<Settings>, string[]]>([
    ['published without a reason for moderation', {}, {}, []],
    ['published at the maximum length', { text: '👍'.repeat(5000) }, {}, []],
    [
      'pending when the honeypot field is filled',
      { honeypotValue: 'https://spam.example' },
      {},
      ['honeypot'],
    ],
    ['pending when submitted too quickly', { timeOnPageMs: 400 }, {}, ['haste']],
    ['published at the minimum time on the page', { timeOnPageMs: 3_000 }, {}, []],
    ['published with two links', { text: 'https://a.example and www.b.example/x' }, {}, []],
    ['pending with three links', { text: 'http://a.example http://b.example c-d.com/x' }, {}, ['links']],
    [
      'pending with one link when none is allowed',
      { text: 'See example.com' },
      { comment_links_allowed: 0 },
      ['links'],
    ],
    ['pending with an HTML link', { text: '<a  href="x">y</a>' }, {}, ['markup']],
    ['pending with a BBCode link', { text: '[url=x]y[/url]' }, {}, ['markup']],
    ['pending with a Markdown link', { text: '[x](http://y.example)' }, {}, ['markup']],
    ['published with other punctuation', { text: 'I <3 this: a < b, b > c [sic] (really)' }, {}, []],
    [
      'pending for a blocked word',
      { text: 'Best CÁSINO!' },
      { comment_pending_words: ['casino'] },
      ['words'],
    ],
    [
      'pending for a blocked phrase',
      { text: 'you can Get...rich' },
      { comment_pending_words: ['get rich'] },
      ['words'],
    ],
    [
      'published when the blocked word is part of another word',
      { text: 'classic' },
      { comment_pending_words: ['class'] },
      [],
    ],
    [
      'pending with all reasons that apply',
      { honeypotValue: 'x', timeOnPageMs: 1, text: '<a href=x> casino' },
      { comment_pending_words: ['casino'] },
      ['honeypot', 'haste', 'markup', 'words'],
    ],
  ])('%s', (_, given, settings, reasons) => {
    expect(moderateWith(settings, given)).toEqual(reasons);
  });

  it('rejected when it is too long, with the field and the lengths', () => {
    const message = 'A comment can have at most 5,000 characters; this one has 5,001.';
    expect(() => moderateWith({}, { text: 'a'.repeat(5001), honeypotValue: 'x' })).toThrow(
      expect.objectContaining({
        code: 'unprocessable',
        message,
        details: { fields: { comment_text: message } },
      }),
    );
  });

  it('rejected above the rate limit of the network', async () => {
    const takenKeys: string[] = [];
    const consume = (name: string) => {
      takenKeys.push(name);
      return Promise.resolve({ allowed: false, retryAfterSeconds: 42 });
    };
    await expect(requireCommentRate({ consume, peek: consume }, '203.0.113.7')).rejects.toMatchObject({
      code: 'too_many',
      message: 'Too many comments from your network. Please try again in a few minutes.',
      details: { retryAfterSeconds: 42 },
    });
    expect(takenKeys).toEqual(['comment:203.0.113.7']);
  });

  it('rejected before it is cleaned when it is far too long', () => {
    expect(() => checkRawLength('a'.repeat(RAW_COMMENT_MAX_LENGTH))).not.toThrow();
    expect(() => checkRawLength('a'.repeat(RAW_COMMENT_MAX_LENGTH + 1))).toThrow(/at most 5,000 characters/);
  });

  it.each([
    { isDuplicate: false, hasPublishedBefore: true, reasons: [] },
    { isDuplicate: true, hasPublishedBefore: true, reasons: ['repetition'] },
    { isDuplicate: false, hasPublishedBefore: false, reasons: ['first_comment'] },
    { isDuplicate: true, hasPublishedBefore: false, reasons: ['repetition', 'first_comment'] },
  ])('pending for $reasons by what was posted before', ({ reasons, ...history }) => {
    expect(moderateWith({ comment_first_pending: true }, { history })).toEqual(reasons);
  });

  it('published as the first one of an address by default', () => {
    expect(moderateWith({}, { history: { isDuplicate: false, hasPublishedBefore: false } })).toEqual([]);
  });
});

describe('countLinks', () => {
  it.each([
    ['', 0],
    ['Version 3.5 came on 1.2.2025, e.g. at 10.30', 0],
    ['https://www.example.com/a?b=c', 1],
    ['(https://a.example), <https://b.example>', 2],
    ['mail me@example.com', 1],
    ['www.example/path', 1],
    ['sub.domain.example.net/path?x#y next', 1],
    [`${'a.'.repeat(2500)}com`, 0],
  ])('counts the links of %j', (text, count) => {
    expect(countLinks(text)).toBe(count);
  });
});

describe('createTextKey', () => {
  it('ignores case, accents and punctuation', () => {
    const key = createTextKey('Buy these shoes now, my friend!');
    // Stored with comments, so a changed function would miss duplicates of earlier ones.
    expect(key).toBe('mUSauzuACMmB8OcJQL-IA_');
    expect(createTextKey('buy THESE   shoes -- now my friénd')).toBe(key);
    expect(createTextKey('Buy those shoes now, my friend!')).not.toBe(key);
  });
});
