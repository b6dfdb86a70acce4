import { afterAll, beforeAll, test } from 'vitest';
import { makePhoto } from '../pictures.ts';
import { type RemoteSite, startRemoteSite } from '../remote-site.ts';
import { expectAccessible } from './axe.ts';
import { openArticleApi, paste, startArticle, contentField } from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { signedInPage } from './signed-in-page.ts';

const IMPORTS = '/api/newsroom/images/imports';

let remote: RemoteSite;
let site: ControlledSite;

beforeAll(async () => {
  const photo = await makePhoto({ seed: 31 });
  remote = await startRemoteSite((response, path) => {
    if (path === '/photo.jpg') response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
    else response.writeHead(404).end();
  });
  site = await startControlledSite({ outboundAddress: '127.0.0.1' });
});
afterAll(async () => {
  await site.close();
  await remote.close();
});

const WORD_PICTURE =
  '<p class=MsoNormal><!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/Temp/image001.png"/></v:shape><![endif]-->' +
  '<![if !vml]><img width=60 height=33 src="file:///C:/Temp/image001.png" v:shapes="Picture_1"><![endif]></p>';

const pageHtml = (url: string) => `
  <table><caption>Growth</caption><tr><th>Country</th><th>Percent</th></tr>
  <tr><td>Kenya</td><td><p>5.4</p></td></tr><tr><td></td><td></td></tr><tr><td><b>Ghana</b></td><td>2.9</td></tr></table>
  <table><tr><td><p>Only arranged.</p></td></tr></table>
  <p>CO<sub>2</sub> at 10<sup>3</sup> m<span style="vertical-align:super">a</span></p>
  <iframe src="https://video.example/embed/1"></iframe>
  ${WORD_PICTURE}
  <figure><img src="${url}/photo.jpg" alt="A boat"><figcaption>At <i>sea</i></figcaption></figure>
  <p>Before <img src="${url}/gone.jpg" alt="Gone"> after<img src="${url}/count.gif" width="1" height="1"></p>
  <figure class="wp-block-gallery"><ul><li><figure><a href="https://x.example/"><img src="${url}/photo.jpg" alt="Two"></a></figure></li>
    <li><figure><img data-src="${url}/photo.jpg" alt="Three" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><figcaption>Third</figcaption></figure></li></ul>
    <figcaption>All</figcaption></figure>
  <figure><img srcset="${url}/small.jpg 320w, ${url}/photo.jpg 640w" alt="Four"><img src="${url}/photo.jpg" alt="Five">
    <p>A paragraph.</p><figcaption>Last</figcaption></figure>
  <p>He said <q>go</q> to <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby><svg width="16"><title>Icon</title></svg>.</p>
  <p><svg width="640" height="480"><text>2019</text><text>12 %</text></svg></p><canvas>A curve</canvas>
  <p><math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mn>4</mn></mrow>
    <annotation encoding="application/x-tex">x^2=4</annotation></semantics></math> or <input value="5"><input type="hidden"></p>
  <p><img src="blob:https://x.example/1" alt="Chat"></p>`;

test('a pasted web page keeps supported content, and lists what was removed', async () => {
  const slug = 'pasted';
  const page = await signedInPage(site, '/admin/article-editor/sports', {
    expectedFailures: [IMPORTS],
  });
  await startArticle(page, 'Pasted');
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const image of document.querySelectorAll<HTMLImageElement>('.ProseMirror img'))
        if (!image.src.startsWith(`${location.origin}/`)) seen.push(image.src);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await paste(page, { 'text/html': pageHtml(remote.url), 'text/plain': 'Growth' });

  const notice = page.getByRole('status').filter({ hasText: 'Some pasted content was not kept' });
  for (const loss of [
    '1 picture could not be pasted: the clipboard contains only a path on your computer. Insert it with the picture button.',
    '1 picture could not be pasted: the clipboard contains no address to load it from. Insert it with the picture button.',
    '2 drawings or charts could not be kept, only the words in them.',
    '1 formula was reduced to text.',
    '1 form field could not be kept.',
    '1 embedded page or player (video.example) could not be kept.',
    '1 table was converted to lines of text',
    `The picture at ${remote.url}/gone.jpg could not be fetched: The other site`,
  ])
    await expect(notice).toContainText(loss);
  await expect(notice).not.toContainText('count.gif');
  await expect(toast(page, 'Image uploaded successfully')).toBeVisible();
  await expect(contentField(page).locator('img[src^="/media/article-images/"]')).toHaveCount(5);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'seen') as string[])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1366);
  await expectAccessible(page, 'light');
  await button(page, 'Dismiss notice').click();
  await expect(notice).toHaveCount(0);

  await button(page, 'Publish').click();
  await expect(page).toHaveURL(/\/admin$/);
  const api = await openArticleApi(site);
  const saved = (await api.list('sports')).find((article) => article.slug === slug);
  const { content } = await api.read(saved?.id ?? '');
  const withoutUrls = content
    .replaceAll(/\/media\/article-images\/[\w-]+\.webp/g, 'URL')
    .replaceAll(' width="640" height="400"', '');
  expect(withoutUrls).toBe(
    '<p>Growth</p>' +
      '<p><strong>Country</strong> | <strong>Percent</strong></p><p>Kenya | 5.4</p><p><strong>Ghana</strong> | 2.9</p>' +
      '<p>Only arranged.</p>' +
      '<p>CO<sub>2</sub> at 10<sup>3</sup> m<sup>a</sup></p>' +
      '<figure><img src="URL" alt="A boat" /><figcaption>At <em>sea</em></figcaption></figure>' +
      '<p>Before</p><p> after</p>' +
      '<figure><a href="https://x.example/"><img src="URL" alt="Two" /></a></figure>' +
      '<figure><img src="URL" alt="Three" /><figcaption>Third</figcaption></figure><p>All</p>' +
      '<figure><img src="URL" alt="Four" /></figure>' +
      '<figure><img src="URL" alt="Five" /><figcaption>Last</figcaption></figure><p>A paragraph.</p>' +
      '<p>He said “go” to 漢 (kan).</p><p>2019 12 %</p><p>x<sup>2</sup>=4 or</p>',
  );
  await page.goto(`/article/${slug}`);
  const lines = page.locator('.prose').first();
  await expect(lines).toContainText('Kenya | 5.4');
  expect(await lines.locator('sub, sup').allTextContents()).toEqual(['2', '3', 'a', '2']);
  expect(await page.content()).not.toContain(remote.url);
  // Only the server has requested the pictures.
  expect(remote.headers()['user-agent']).toBe('Meridian');
  expect(new Set(remote.requestedPaths)).toEqual(new Set(['/photo.jpg', '/gone.jpg']));
});

test('spreadsheet cells pasted as plain text are separated', async () => {
  const page = await signedInPage(site, '/admin/article-editor/sports');
  await startArticle(page, 'A sheet');
  await contentField(page).click();
  await paste(page, { 'text/plain': 'Kenya\t5.4\nGhana\t2.9\n\tindented' });
  await expect(contentField(page).locator('p').first()).toHaveText('Kenya | 5.4');
  await expect(contentField(page).locator('p').nth(1)).toHaveText('Ghana | 2.9');
});

test('pasted Markdown stays as it is until it is converted as a whole, and Keep as text restores it', async () => {
  const page = await signedInPage(site, '/admin/article-editor/sports');
  await startArticle(page, 'In Markdown');
  await contentField(page).click();
  await page.keyboard.type('Before. ');
  const markdown =
    '# Head\n\nA [link](https://x.example/a), **bold** and www.x.example.\n\n3. c\n4. d\n\n---\n\n[here](/about)';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), markdown);
  await page.keyboard.press('ControlOrMeta+v');
  const text = contentField(page);
  const html = () => text.evaluate((element) => element.innerHTML.replaceAll(/ (?:class|dir)="[^"]*"/g, ''));
  const literal =
    '<p>Before. # Head</p><p>A [link](https://x.example/a), **bold** and www.x.example.</p><p>3. c<br>4. d</p><p>---</p><p>[here](/about)</p>';
  await expect.poll(html).toBe(literal);
  await expect(button(page, 'Convert')).toBeInViewport();
  await button(page, 'Convert').click();
  await expect(text.locator('a')).toHaveText(['link', 'www.x.example']);
  await expect(text.locator('h2')).toHaveText('Head');
  await expect(text.locator('strong')).toHaveText('bold');
  await expect(text.locator('ol')).toHaveAttribute('start', '3');
  await expect(text.locator('hr')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'not kept' })).toContainText('1 link (/about)');
  await expectAccessible(page, 'light');
  await button(page, 'Keep as text').click();
  await expect.poll(html).toBe(literal);
  await expect(button(page, 'Keep as text')).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+a');
  const code = '<iframe src="https://video.example/embed/1" title="A film"></iframe>';
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), code);
  await page.keyboard.press('ControlOrMeta+v');
  await expect.poll(html).toBe('<p><a href="https://video.example/embed/1">A film</a></p>');
});
