import { describe, test } from 'vitest';
import { makePhoto } from '../pictures.ts';
import {
  CALC,
  CALC_CLEANED,
  EXCEL,
  EXCEL_CLEANED,
  GOOGLE_DOCS,
  GOOGLE_DOCS_CLEANED,
  HOSTILE,
  WORD,
  WORD_CLEANED,
  WRITER,
  WRITER_CLEANED,
} from './editor-clipboards.ts';
import { contentField, moveCaretToEnd, openContentStep, paste } from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';

const site = useEditorSite();

describe('every format', () => {
  test('is unchanged by the editor, and the preview is identical to the published page', async () => {
    const allFormats = [
      '<h1>One</h1><h2>Two</h2><h3>Three</h3><h4>Four</h4>',
      '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <sub>1</sub> <sup>2</sup> <code>e</code> <a href="https://x.example/">f</a></p>',
      '<p><a href="mailto:a@b.example">g</a> <a href="tel:+254700">h</a></p>',
      '<p><span data-ink="red">i</span> <span data-tint="yellow">j</span></p>',
      '<p><strong><span data-ink="blue"><span data-tint="grey">k</span></span></strong></p>',
      '<p data-indent="3" style="text-align:center">l</p><h2 style="text-align:right">m</h2>',
      '<blockquote data-indent="1"><p>n</p><p>o</p></blockquote>',
      '<pre><code class="language-js">let p = 1;\n  q();</code></pre>',
      '<ul><li><p>r</p><ol start="4"><li><p>s</p></li></ol></li><li><p>t</p></li></ul>',
      '<hr /><p>u<br />v</p>',
      '<img src="/placeholder.svg" alt="" /><p>w</p>',
      '<figure><img src="/placeholder.svg" alt="A" /><figcaption>x <em>y</em></figcaption></figure><p>z</p>',
      '<p><a href="https://x.example/"><img src="/placeholder.svg" alt="B" /></a></p>',
      '<figure><a href="https://x.example/"><img src="/placeholder.svg" alt="C" /></a><figcaption>D</figcaption></figure><p>E</p>',
    ].join('');
    const article = await site.articles.create({ content: allFormats, is_draft: false });
    const page = await site.openArticle(article);
    await page.route('https://x.example/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: '' }),
    );
    expect(article.content).toBe(allFormats);
    await openContentStep(page);
    await button(page, 'Preview').click();
    const previewed = await page.locator('.preview .prose').innerHTML();
    await button(page, 'Close').click();
    await button(page, 'Update').click();
    await expect(page).toHaveURL(/\/admin$/);
    expect((await site.articles.read(article.id)).content).toBe(allFormats);
    await page.goto(`/article/${article.slug}`);
    expect(await page.locator('main .prose').first().innerHTML()).toBe(previewed);
  });

  test('is created by its toolbar button', async () => {
    const { page, save } = await site.openEmpty();
    const press = (name: string) => button(page, name).click();
    const write = (text: string) => page.keyboard.type(text);
    for (const name of ['Bold', 'Italic', 'Underline', 'Strikethrough']) await press(name);
    await write('all');
    await expect(button(page, 'Bold')).toHaveAttribute('aria-pressed', 'true');
    for (const name of ['Bold', 'Italic', 'Underline', 'Strikethrough']) await press(name);
    await write('\n');
    await press('Align center');
    await write('centred\n');
    await press('Align left');
    await press('Increase indent');
    await press('Increase indent');
    await press('Decrease indent');
    await write('in\n');
    await press('Decrease indent');
    await press('Align left');
    await press('Quote');
    await write('quoted\n\n');
    await press('Code block');
    await write('code\n\n\n');
    await press('Bulleted list');
    await write('one\n');
    await press('Increase indent');
    await write('deeper\n\n\n');
    await press('Numbered list');
    await write('first\n\n');
    await press('Section divider');
    await write('end');
    expect(await save()).toBe(
      '<p><strong><em><s><u>all</u></s></em></strong></p><p style="text-align:center">centred</p>' +
        '<p data-indent="1" style="text-align:left">in</p><blockquote><p>quoted</p></blockquote>' +
        '<pre><code>code</code></pre><ul><li><p>one</p><ul><li><p>deeper</p></li></ul></li></ul>' +
        '<ol><li><p>first</p></li></ol><hr /><p>end</p>',
    );
  });

  test('colors, headings and links can be applied and removed', async () => {
    const { page, save } = await site.openEmpty();
    const choose = async (menu: RegExp, entry: string | RegExp) => {
      await button(page, menu).click();
      await page.getByRole('menuitemradio', { name: entry }).click();
      await expect(contentField(page)).toBeFocused();
    };
    await page.keyboard.type('Title here');
    await choose(/^Paragraph style/, /^Heading 1/);
    await page.keyboard.press('End');
    await page.keyboard.type('\nwords');
    await page.keyboard.press('Shift+Home');
    await choose(/^Text color/, 'Violet');
    await choose(/^Background color/, 'Green');
    await button(page, 'Link').click();
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await expect(dialog.getByLabel('Address')).toBeFocused();
    await dialog.getByLabel('Address').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog.getByText('Please enter a valid link.')).toBeVisible();
    await dialog.getByLabel('Address').fill('x.example/a');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const shown = contentField(page).locator('[data-ink="violet"]');
    await expect(shown).toHaveText('words');
    await expect(contentField(page).locator('h2')).toHaveText('Title here');
    await choose(/^Text color/, 'No color');
    await expect(shown).toHaveCount(0);
    await page.keyboard.press('End');
    await page.keyboard.type('. After it');
    expect(await save()).toBe(
      '<h1>Title here</h1><p><a href="https://x.example/a"><span data-tint="green">words</span></a>' +
        '<span data-tint="green">. After it</span></p>',
    );
  });
});

describe('pasting', () => {
  test.each([
    ['Word', { 'text/html': WORD, 'text/plain': 'Harbour dues' }, WORD_CLEANED],
    ['Google Docs', { 'text/html': GOOGLE_DOCS, 'text/plain': 'Tides' }, GOOGLE_DOCS_CLEANED],
    ['LibreOffice Writer', { 'text/html': WRITER, 'text/plain': 'Harbour dues' }, WRITER_CLEANED],
    ['Excel', { 'text/html': EXCEL, 'text/plain': 'Growth in percent\t\t2025' }, EXCEL_CLEANED],
    ['LibreOffice Calc', { 'text/html': CALC, 'text/plain': 'Port\tDues' }, CALC_CLEANED],
    ['a hostile page, whose scripts do not run', { 'text/html': HOSTILE }, '<p>abc</p><p>d</p>'],
    [
      'plain text, with paragraphs at blank lines, and dividers',
      { 'text/plain': 'a\nb\n\nc\r\n\r\n---\n\nd' },
      '<p>a<br />b</p><p>c</p><hr /><p>d</p>',
    ],
  ])('from %s', async (_, data, cleaned) => {
    const { page, save } = await site.openEmpty();
    // Office programs add a picture of the copied content.
    const isOfficeProgram = 'text/html' in data && 'text/plain' in data;
    await paste(page, data, isOfficeProgram ? await makePhoto({ format: 'png', seed: 3 }) : undefined);
    await moveCaretToEnd(page);
    expect(await save()).toBe(cleaned);
  });

  test('HTML with an embedded picture uploads the picture', async () => {
    const { page, save } = await site.openEmpty();
    const photo = await makePhoto({ format: 'png', seed: 11 });
    const dataUrl = `data:image/png;base64,${photo.toString('base64')}`;
    await paste(page, { 'text/html': `<p>Look</p><img src="${dataUrl}" alt="Embedded">` });
    await expect(toast(page, 'Image uploaded successfully')).toBeVisible();
    await expect(contentField(page).locator('img')).toHaveAttribute('src', /^\/media\/article-images\//);
    expect(await save()).toMatch(/^<p>Look<\/p><img src="\/media\/article-images\/[^"]+" alt="Embedded"/);
  });
});
