import { beforeAll, describe, expect, test } from 'vitest';
import { trimEmptyParagraphs } from '#admin/editor/draft/compare-html.ts';
import { convertInputHtml } from '#domain/articles/foreign-html/convert-input.server.ts';
import { stripRawText } from '#domain/articles/foreign-html/strip-raw-text.ts';
import { completeLinkInput } from '#admin/editor/text-editor/formats/urls.ts';
import { Credentials, SignUpInput } from '#domain/accounts/account.ts';
import { initialsOf, normaliseTags } from '#domain/articles/article.ts';
import { INLINE_MAX_LENGTH } from '#domain/articles/html-processing.server.ts';
import { runHtmlTask } from '#domain/articles/html-tasks.server.ts';
import { countWords, countWordsOfText, hasVisibleContent } from '#domain/articles/visible-content.ts';
import { slugify } from '#domain/articles/slug.ts';
import { newPageInput } from '#domain/pages/page-input.ts';
import { countLinks } from '#domain/comments/moderation/links.ts';
import { cleanText, extractWords } from '#domain/comments/text.ts';
import { validateComment } from '#domain/comments/comment-input.ts';
import { ContactMessageInput } from '#domain/contact/contact-input.server.ts';
import { imageSources } from '#domain/images/image-tags.ts';
import { splitParagraphs } from '#domain/newsletter/issue.ts';
import { parseCsv } from '#platform/csv.ts';
import { SubscribeInput } from '#domain/newsletter/subscribing.server.ts';
import { ReaderAddress } from '#domain/personal-data/reader-address.ts';
import { canonicalKey } from '#http/page-cache/canonical-key.ts';
import { redactLine } from '#platform/log.server.ts';
import { stripTags } from '#platform/markup.ts';
import { BUDGET_MS, costOf, kinds, LENGTH, textOf } from '../hostile-texts.ts';
import { ARTICLE_INPUT } from '../newsroom-api.ts';
import { prepareDocumentedApi } from './documented-api-site.ts';

async function consume(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _item of items);
}

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  'a comment': (text) => [validateComment({ user_email: text, comment_text: text }), cleanText(text)],
  'the words of a comment': (text) => extractWords(cleanText(text)),
  'the links of a comment': (text) => countLinks(text),
  'a message': (text) =>
    ContactMessageInput.safeParse({ name: text, email: text, subject: text, message: text }).success,
  'an address of a subscriber': (text) => SubscribeInput.safeParse({ email: text }).success,
  'an address of a reader': (text) => ReaderAddress.safeParse(text).success,
  'an account': (text) => SignUpInput.safeParse({ name: text, email: text, password: text }).success,
  credentials: (text) => Credentials.safeParse({ email: text, password: text }).success,
  'a page': (text) =>
    newPageInput.safeParse({ title: text, slug: text, excerpt: text, content: text, lang: text, kind: text })
      .success,
  'a slug': slugify,
  tags: (text) => normaliseTags([text]),
  initials: initialsOf,
  'a note': splitParagraphs,
  'a list of subscribers': (text) => consume(parseCsv(text)),
  'a line of the log': redactLine,
  'the key of a page': (text) => [
    canonicalKey(`/${text}`, '', []),
    canonicalKey('/', `?page=${text}`, ['page']),
  ],
  'words of HTML': countWords,
  'something to see': hasVisibleContent,
  'text of HTML': (text) => stripTags(text),
  pictures: imageSources,
  'words of text': countWordsOfText,
  'an editor’s end': trimEmptyParagraphs,
  'an editor’s paste': stripRawText,
  'an editor’s link': (text) => completeLinkInput(text, 'https://news.example'),
};

const HTML: Readonly<Record<string, (html: string) => unknown>> = {
  'HTML of an editor': (html) => runHtmlTask({ task: 'read-input', html }),
  'HTML of a style': (html) => runHtmlTask({ task: 'read-input', html: `<p style='${html}'>` }),
  'HTML of another program': (html) => {
    const foreign = `<div>${html}</div>`;
    // First, as for a save: refuses what is nested too deeply.
    runHtmlTask({ task: 'read-input', html: foreign });
    convertInputHtml(foreign);
  },
  'stored HTML': (html) => runHtmlTask({ task: 'sanitise', html }),
};

/** Accepts the error for HTML that is nested too deeply to be stored. */
const orRefused = (work: (text: string) => unknown) => (text: string) => {
  try {
    work(text);
  } catch (error) {
    expect(error).toMatchObject({ code: 'unprocessable' });
  }
};

describe.each(Object.entries(FUNCTIONS))('%s', (_, work) => {
  test.each(kinds)(`of ${LENGTH} characters of %s`, async (kind) => {
    const text = textOf(kind);
    expect(await costOf(() => work(text))).toBeLessThan(BUDGET_MS);
  });
});

describe.each(Object.entries(HTML))('%s', (_, work) => {
  test.each(kinds)(`of ${INLINE_MAX_LENGTH} characters of %s`, async (kind) => {
    const html = textOf(kind, INLINE_MAX_LENGTH);
    expect(await costOf(() => orRefused(work)(html))).toBeLessThan(BUDGET_MS);
  });
});

/** The operations of the API are sent the same texts in `hostile-bodies.test.ts`. */
describe('a request', () => {
  const site = prepareDocumentedApi('embedded');
  beforeAll(async () => {
    for (const send of Object.values(REQUESTS)) await send('first')();
  });

  /** The body is created before the time is measured. Each request comes from its own network, so that no rate limit applies. */
  const send = (path: string, type: string, text: string, headers: Record<string, string> = {}) => {
    const body = Buffer.from(text);
    return async () => {
      const sent = { 'content-type': type, ...site.fromNewNetwork(), ...headers };
      const response = await site.app.fetch(path, { method: 'POST', headers: sent, body });
      await response.arrayBuffer();
      return response.status;
    };
  };
  const form = (path: string, fields: Record<string, string>) =>
    send(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
  /** Not percent-encoded: most characters take one or two bytes instead of six, so that more of them fit into a body. */
  const bareForm = (path: string, name: string, text: string) =>
    send(path, 'application/x-www-form-urlencoded', `user_email=a@b.example&${name}=${text}`);
  const get = (path: string, text: string) => async () => {
    const response = await site.app.fetch(path + encodeURIComponent(text.slice(0, 2_000)));
    await response.arrayBuffer();
    return response.status;
  };

  const REQUESTS: Readonly<Record<string, (text: string) => () => Promise<number>>> = {
    'a comment': (text) => form('/article/rain/comments', { user_email: text, comment_text: text }),
    'a comment, not encoded': (text) => bareForm('/article/rain/comments', 'comment_text', text),
    'a message': (text) => form('/contact', { name: text, email: text, subject: text, message: text }),
    'a search of readers': (text) => get('/search?q=', text),
    'an address for oEmbed': (text) => get('/oembed?url=', text),
    'a path': (text) => get('/article/', text),
    'a page number': (text) => get('/articles?page=', text),
  };

  test('with a million values is refused before it is parsed', async () => {
    // Parsing it takes three times the budget. With more values, the copies of the body would cost as much as the budget.
    const values = `{"bylines":[${'{},'.repeat(1_000_000)}{}]}`;
    const create = send('/api/newsroom/articles', 'application/json', values, site.headers);
    expect(await create()).toBe(413);
    expect(await costOf(create)).toBeLessThan(BUDGET_MS);
  });

  test('with one long text has one value, whatever its characters are', async () => {
    const input = JSON.stringify({ ...ARTICLE_INPUT, content: `<p>${'[{,"\\'.repeat(60_000)}</p>` });
    expect(await send('/api/newsroom/previews', 'application/json', input, site.headers)()).toBe(200);
  });

  describe.each(Object.keys(REQUESTS))('with %s', (name) => {
    test.each(kinds)(`of ${LENGTH} characters of %s`, async (kind) => {
      const ask = REQUESTS[name]?.(textOf(kind));
      let status: number | undefined;
      const cost = await costOf(async () => {
        status = await ask?.();
      });
      expect(cost).toBeLessThan(BUDGET_MS);
      expect(status).toBeLessThan(500);
    });
  });
});
