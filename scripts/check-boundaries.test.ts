import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { violationsIn } from './check-boundaries.ts';
import { RULES } from './boundaries/rules.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'));
  write(
    'package.json',
    JSON.stringify({
      imports: Object.fromEntries(LAYERS.map((layer) => [`#${layer}/*`, `./src/${layer}/*`])),
    }),
  );
});

afterEach(() => rmSync(root, { recursive: true }));

const LAYERS = ['domain', 'reader', 'admin', 'api', 'forms', 'http', 'platform', 'ui', 'islands'];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A file, its source text and the line that breaks the rule. */
type Case = readonly [name: string, path: string, text: string, line?: number];

const BROKEN: Record<string, readonly Case[]> = {
  'Domain modules have an order': [
    [
      'in the wrong direction',
      'src/domain/articles/article.ts',
      "\nimport { a } from '#domain/comments/comment.ts'; a();",
      2,
    ],
    [
      'from the isolated module',
      'src/domain/contact/message.ts',
      "import { a } from '#domain/site/site.ts'; a();",
    ],
    [
      'of the isolated module',
      'src/domain/comments/comment.ts',
      "import { a } from '#domain/contact/message.ts'; a();",
    ],
    [
      'of a module that is not in the order',
      'src/domain/comments/comment.ts',
      "import { a } from '#domain/novel/novel.ts'; a();",
    ],
  ],
  'The domain imports only itself and the platform': [
    ['a page', 'src/domain/articles/article.ts', "export { a } from '#reader/article/article.tsx';"],
    ['the API', 'src/domain/articles/article.ts', "const a = await import('#api/articles.ts'); a.b();"],
  ],
  'The domain imports no HTTP modules, and React only': [
    ['Hono', 'src/domain/comments/posting.server.ts', "import { Hono } from 'hono'; new Hono();"],
    ['React', 'src/domain/comments/comment.tsx', "import { useState } from 'react'; useState();"],
  ],
  'reader/ does not import admin/': [
    ['its code', 'src/reader/home/home.tsx', "import { a } from '#admin/session.ts'; a();"],
    ['its types', 'src/reader/home/home.tsx', "export type A = import('#admin/session.ts').A;"],
  ],
  'admin/ imports nothing from reader/': [
    ['a component', 'src/admin/dashboard/table.tsx', "import { a } from '#reader/components/date.tsx'; a();"],
  ],
  'Only src/app.ts imports forms/': [
    ['in a page', 'src/reader/home/home.tsx', "import { a } from '#forms/contact-form.server.ts'; a();"],
    ['of the newsroom', 'src/forms/contact-form.server.ts', "import { a } from '#admin/session.ts'; a();"],
  ],
  'ui/ imports no other layer': [
    ['the domain', 'src/ui/button.tsx', "import { a } from '#domain/site/site.ts'; a();"],
  ],
  'platform/ imports no other layer': [
    ['the domain', 'src/platform/log.server.ts', "import { a } from '#domain/site/site.ts'; a();"],
  ],
  'Browser code does not import': [
    ['a static import', 'src/entry.client.ts', "import { a } from '#platform/config.server.ts'; a();"],
    [
      'a module of Node.js',
      'src/splash.client.ts',
      "import { readFileSync } from 'node:fs'; readFileSync('');",
    ],
    [
      'a dynamic import',
      'src/islands/registry.ts',
      "export const a = () => import('#platform/log.server.ts');",
    ],
  ],
  'reads process.env': [
    ['as a property', 'src/http/health.ts', '\n\nexport const a = process.env.PORT;', 3],
    ['as a computed property', 'src/http/health.ts', "export const a = process['env'];"],
    ['destructured', 'src/http/health.ts', 'export const { env } = process;'],
    ['imported', 'src/http/health.ts', "import { env } from 'node:process'; export const a = env.PORT;"],
  ],
  'Folders are named after their content': [['utils', 'src/reader/utils/date.ts', 'export const a = 1;']],
  'Exports are named': [
    ['a function', 'src/http/health.ts', 'export default function health() {}'],
    ['by name', 'src/http/health.ts', 'const a = 1; export { a as default };'],
  ],
  'may use dangerouslySetInnerHTML': [
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
  'Public queries do not read the articles table': [
    [
      'a page',
      'src/reader/home/home.tsx',
      "import { articles } from '#domain/articles/tables.server.ts'; articles;",
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
  'Imports from another layer use the imports map': [
    ['a relative path', 'src/reader/home/home.tsx', "import { a } from '../../domain/site/site.ts'; a();"],
  ],
};

describe.each(Object.entries(BROKEN))('%s', (message, cases) => {
  test.each(cases.map(([name, path, text, line = 1]) => ({ name, path, text, line })))(
    '$name',
    ({ path, text, line }) => {
      write(path, text);
      const violations = violationsIn(root);
      expect(violations).toHaveLength(1);
      expect(violations[0]).toContain(`${path}:${line}: `);
      expect(violations[0]).toContain(message);
    },
  );
});

test('every rule has a failing case', () => {
  const untested = RULES.filter(
    (rule) => !Object.keys(BROKEN).some((message) => rule.message.includes(message)),
  );
  expect(untested).toEqual([]);
});

test('browser code must not import server modules indirectly', () => {
  write('src/entry.client.ts', "import { a } from './islands/clock.tsx'; a();");
  write('src/islands/clock.tsx', "\nexport { a } from '#domain/site/site.ts';");
  write('src/domain/site/site.ts', "\n\nexport { a } from './settings.server.ts';");
  expect(violationsIn(root)).toEqual([expect.stringContaining('src/domain/site/site.ts:3: ')]);
});

test('accepts imports that the rules allow', () => {
  write('src/domain/comments/comment.ts', "import { a } from '#domain/articles/article.ts'; a();");
  write(
    'src/domain/personal-data/queries.server.ts',
    "import { a } from '#domain/contact/message.ts'; import { b } from '#domain/comments/comment.ts'; a(b);",
  );
  write('src/domain/newsletter/mail.tsx', "import { Fragment } from 'react'; Fragment;");
  write('src/admin/editor/preview.tsx', "import { a } from '#reader/article/article-view.tsx'; a();");
  write('src/entry.client.ts', "import type { A } from '#platform/config.server.ts'; export type B = A;");
  write('src/platform/config.server.ts', 'export const a = process.env.PORT;');
  write('src/forms/form-routes.server.ts', "import { a } from '#reader/contact/contact-page.tsx'; a();");
  write('src/app.ts', "import { a } from '#forms/form-routes.server.ts'; a();");
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
