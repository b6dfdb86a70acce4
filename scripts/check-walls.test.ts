import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { violationsIn } from './check-walls.ts';
import { RULES } from './walls/rules.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'walls-'));
  write(
    'package.json',
    JSON.stringify({ imports: Object.fromEntries(ROOMS.map((room) => [`#${room}/*`, `./src/${room}/*`])) }),
  );
});

afterEach(() => rmSync(root, { recursive: true }));

const ROOMS = ['domain', 'reader', 'admin', 'api', 'http', 'platform', 'ui', 'islands'];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Where each is written: the file, what stands in it, the line that breaks the rule. */
type Case = readonly [name: string, path: string, text: string, line?: number];

const BROKEN: Record<string, readonly Case[]> = {
  'Nouns have an order': [
    [
      'against it',
      'src/domain/articles/article.ts',
      "\nimport { a } from '#domain/comments/comment.ts'; a();",
      2,
    ],
    [
      'between siblings',
      'src/domain/newsletter/letter.ts',
      "import { a } from '../comments/comment.ts'; a();",
    ],
    [
      'for a type',
      'src/domain/site/site.ts',
      "import type { A } from '#domain/articles/article.ts'; export type B = A;",
    ],
    [
      'out of the lone one',
      'src/domain/contact/message.ts',
      "import { a } from '#domain/site/site.ts'; a();",
    ],
    [
      'into the lone one',
      'src/domain/comments/comment.ts',
      "import { a } from '#domain/contact/message.ts'; a();",
    ],
    [
      'into the last one',
      'src/domain/newsletter/letter.ts',
      "import { a } from '#domain/readers/reader.ts'; a();",
    ],
    [
      'out of the lone one into the last',
      'src/domain/contact/message.ts',
      "import { a } from '#domain/readers/reader.ts'; a();",
    ],
    [
      'to a noun without a place',
      'src/domain/comments/comment.ts',
      "import { a } from '#domain/novel/novel.ts'; a();",
    ],
  ],
  'it imports only itself and the platform': [
    ['a page', 'src/domain/articles/article.ts', "export { a } from '#reader/article/article.tsx';"],
    ['the API', 'src/domain/articles/article.ts', "const a = await import('#api/articles.ts'); a.b();"],
  ],
  'knows no HTTP, and no React': [
    ['Hono', 'src/domain/comments/posting.server.ts', "import { Hono } from 'hono'; new Hono();"],
    ['a part of Hono', 'src/domain/comments/posting.server.ts', "import { html } from 'hono/html'; html();"],
    ["Node's", 'src/domain/comments/posting.server.ts', "import { get } from 'node:https'; get();"],
    ['React', 'src/domain/comments/comment.tsx', "import { useState } from 'react'; useState();"],
  ],
  'The reader never imports the admin': [
    ['its code', 'src/reader/home/home.tsx', "import { a } from '#admin/session.ts'; a();"],
    ['its types', 'src/reader/home/home.tsx', "export type A = import('#admin/session.ts').A;"],
  ],
  'The admin takes nothing from the reader': [
    ['a part', 'src/admin/dashboard/table.tsx', "import { a } from '#reader/parts/date.tsx'; a();"],
  ],
  'The ui has no domain words': [
    ['the domain', 'src/ui/button.tsx', "import { a } from '#domain/site/site.ts'; a();"],
    ['the platform', 'src/ui/button.tsx', "import { a } from '#platform/ids.ts'; a();"],
  ],
  'The platform is machinery': [
    ['the domain', 'src/platform/log.server.ts', "import { a } from '#domain/site/site.ts'; a();"],
  ],
  'What runs in the browser': [
    ['at once', 'src/entry.client.ts', "import { a } from '#platform/config.server.ts'; a();"],
    ['of Node', 'src/splash.client.ts', "import { readFileSync } from 'node:fs'; readFileSync('');"],
    ['later', 'src/islands/registry.ts', "export const a = () => import('#platform/log.server.ts');"],
  ],
  'reads process.env': [
    ['as such', 'src/http/health.ts', '\n\nexport const a = process.env.PORT;', 3],
    ['by name', 'src/http/health.ts', "export const a = process['env'];"],
    ['taken apart', 'src/http/health.ts', 'export const { env } = process;'],
    ['imported', 'src/http/health.ts', "import { env } from 'node:process'; export const a = env.PORT;"],
  ],
  'A folder is named for what is in it': [
    ['utils', 'src/reader/utils/date.ts', 'export const a = 1;'],
    ['helpers of tests', 'test/helpers/page.ts', 'export const a = 1;'],
  ],
  'Exports have names': [
    ['a function', 'src/http/health.ts', 'export default function health() {}'],
    ['by name', 'src/http/health.ts', 'const a = 1; export { a as default };'],
  ],
  'dangerouslySetInnerHTML stands only': [
    [
      'an attribute',
      'src/reader/home/home.tsx',
      'export const A = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;',
    ],
    [
      'a property',
      'src/reader/home/home.tsx',
      'export const a = { dangerouslySetInnerHTML: { __html: "" } };',
    ],
  ],
  'Nothing public reads the articles table': [
    [
      'a page',
      'src/reader/home/home.tsx',
      "import { articles } from '#domain/articles/tables.server.ts'; articles;",
    ],
    [
      'a query',
      'src/domain/articles/queries.server.ts',
      "import { articles as a } from './tables.server.ts'; a;",
    ],
    [
      'everything',
      'src/domain/articles/queries.server.ts',
      "import * as all from './tables.server.ts'; all;",
    ],
    [
      'in SQL',
      'src/domain/comments/queries.server.ts',
      'export const a = (sql: any) => sql`select * from articles`;',
    ],
  ],
  'A room is entered through the imports map': [
    ['climbing', 'src/reader/home/home.tsx', "import { a } from '../../domain/site/site.ts'; a();"],
  ],
};

describe.each(Object.entries(BROKEN))('%s', (sentence, cases) => {
  test.each(cases.map(([name, path, text, line = 1]) => ({ name, path, text, line })))(
    '$name',
    ({ path, text, line }) => {
      write(path, text);
      const violations = violationsIn(root);
      expect(violations).toHaveLength(1);
      expect(violations[0]).toContain(`${path}:${line}: `);
      expect(violations[0]).toContain(sentence);
    },
  );
});

test('every rule has been seen failing', () => {
  const unseen = RULES.filter(
    (rule) => !Object.keys(BROKEN).some((sentence) => rule.sentence.includes(sentence)),
  );
  expect(unseen).toEqual([]);
});

test('the browser reaches the server by way of other modules', () => {
  write('src/entry.client.ts', "import { a } from './islands/clock.tsx'; a();");
  write('src/islands/clock.tsx', "\nexport { a } from '#domain/site/site.ts';");
  write('src/domain/site/site.ts', "\n\nexport { a } from './settings.server.ts';");
  expect(violationsIn(root)).toEqual([expect.stringContaining('src/domain/site/site.ts:3: ')]);
});

test('what the rules allow', () => {
  write('src/domain/comments/comment.ts', "import { a } from '#domain/articles/article.ts'; a();");
  write(
    'src/domain/readers/holding.server.ts',
    "import { a } from '#domain/contact/message.ts'; import { b } from '#domain/comments/comment.ts'; a(b);",
  );
  write('src/domain/newsletter/mail.tsx', "import { Fragment } from 'react'; Fragment;");
  write('src/admin/editor/preview.tsx', "import { a } from '#reader/article/article-view.tsx'; a();");
  write('src/entry.client.ts', "import type { A } from '#platform/config.server.ts'; export type B = A;");
  write('src/platform/config.server.ts', 'export const a = process.env.PORT;');
  write('src/platform/log.test.ts', "import { a } from '#domain/site/site.ts'; a();");
  write('scripts/build.ts', 'export const a = process.env.PORT;');
  write('vitest.config.ts', 'export default {};');
  write(
    'src/domain/articles/publishing.server.ts',
    "import { articles } from './tables.server.ts'; articles;",
  );
  write(
    'src/reader/home/home.tsx',
    "// dangerouslySetInnerHTML and process.env\nexport const a = 'process.env';",
  );
  expect(violationsIn(root)).toEqual([]);
});
