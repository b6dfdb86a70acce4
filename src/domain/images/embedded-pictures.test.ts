import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { user } from '#domain/accounts/tables.server.ts';
import { sanitiseArticle } from '#domain/articles/sanitise.server.ts';
import { systemClock } from '#platform/clock.ts';
import { uuidv7 } from '#platform/ids.ts';
import { diskStorage } from '#platform/storage/disk.server.ts';
import { openEmbeddedTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import { makePhoto } from '../../../test/pictures.ts';
import { storeEmbeddedPictures } from './embedded-pictures.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-embedded-'));
const editor = { userId: uuidv7(), role: 'admin' } as const;
let opened: TestDatabase;

beforeAll(async () => {
  opened = await openEmbeddedTestDatabase();
  await opened.database.db.insert(user).values({ id: editor.userId, name: 'Ada', email: 'ada@example.com' });
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const embed = (html: string) =>
  storeEmbeddedPictures(sanitiseArticle(html), editor, {
    database: opened.database,
    storage: diskStorage(folder),
    clock: systemClock,
  });

const dataOf = async (format: 'jpeg' | 'png', seed = 0) =>
  `data:image/${format};base64,${(await makePhoto({ format, seed, width: 60, height: 40 })).toString('base64')}`;

const URL = String.raw`/media/article-images/[0-9a-f]{40}-60\.webp`;

test('each embedded picture is replaced by a stored one, and other HTML is unchanged', async () => {
  const [one, two] = [await dataOf('png', 1), await dataOf('jpeg', 2)];
  const rest = sanitiseArticle('<p style="text-align:center">$1 $& “a” &lt;img src="data:x"&gt;</p>');
  const html = await embed(
    `${rest}<img alt="One &gt; two" src="${one}"><img src="https://x.example/a.png"><figure><img src="${two}" alt=""></figure><img src="${one}">${rest}`,
  );
  const [, first, second, third] =
    new RegExp(
      `^.*<img alt="One &gt; two" src="(${URL})" /><a href="https://x.example/a.png">https://x.example/a.png</a><figure><img src="(${URL})" alt="" /></figure><img src="(${URL})" />.*$`,
    ).exec(html) ?? [];
  expect(first).toBeDefined();
  expect(third).toBe(first);
  expect(second).not.toBe(first);
  expect(html.startsWith(rest) && html.endsWith(rest)).toBe(true);
  expect(html).not.toContain('base64');
});

test.each([
  ['data:image/png;base64,', 'Image 2 in the text: Please upload an image file'],
  ['data:image/png;base64,bm90IGEgcGljdHVyZQ==', 'Image 2 in the text: Please upload an image file'],
  ['data:image/png;base64,%00', 'Image 2 in the text: Please upload an image file'],
  [
    `data:image/png;base64,${Buffer.alloc(5 * 1024 * 1024).toString('base64')}`,
    'Image 2 in the text: Image size must be less than 5MB',
  ],
])('%#: a rejected picture is named by its number', async (address, message) => {
  await expect(embed(`<img src="${await dataOf('png')}"><img src="${address}">`)).rejects.toMatchObject({
    code: 'unprocessable',
    message,
    details: { fields: { content: message } },
  });
});

test('more than thirty pictures are rejected before the first is decoded', async () => {
  await expect(embed(`<img src="${await dataOf('png')}">`.repeat(31))).rejects.toMatchObject({
    code: 'unprocessable',
    details: { fields: { content: 'At most 30 images can be pasted into an article at once' } },
  });
});
