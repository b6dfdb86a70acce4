import { describe, expect, test } from 'vitest';
import { renderBody } from './body.server.ts';
import { sanitiseArticle } from './sanitise.server.ts';

const NONE = new Map();
const URL = '/media/article-images/port-960.webp';

test('headings are one level lower, below the only h1 of the page', () => {
  expect(renderBody('<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4>', NONE)).toBe(
    '<h2>a</h2><h3>b</h3><h4>c</h4><h5>d</h5>',
  );
});

const levelsOf = (html: string) => renderBody(html, NONE).match(/<h\d/g)?.join('').replaceAll('<h', '');

test.each([
  ['begins at the second level', '<h2>a</h2><h3>b</h3><h2>c</h2>', '232'],
  ['uses only the lowest level', '<h4>a</h4><h4>b</h4>', '22'],
  ['skips a level', '<h1>a</h1><h3>b</h3><h3>c</h3><h1>d</h1>', '2332'],
  ['skips a level in one place only', '<h1>a</h1><h3>b</h3><h2>c</h2><h3>d</h3>', '2334'],
  ['begins below its highest level', '<h3>a</h3><h4>b</h4><h1>c</h1><h2>d</h2>', '2323'],
  ['goes back up by several levels', '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h1>e</h1>', '23452'],
])('headings of a text that %s have no gaps between levels', (_, html, levels) => {
  expect(levelsOf(html)).toBe(levels);
});

const PICTURE = {
  url: URL,
  alt: '',
  width: 1440,
  height: 810,
  widths: [480, 1440],
  color: '#123456',
  placeholder: 'data:image/webp;base64,UklGRg==',
};
const KNOWN = new Map([[URL, PICTURE]]);

test('a stored picture is rendered in both formats, with its size and placeholder', () => {
  const shown = renderBody(`<img src="${URL}" alt="A port" width="20" height="9000">`, KNOWN);
  expect(shown).toBe(
    '<picture>' +
      '<source type="image/avif" srcset="/media/article-images/port-480.avif 480w, /media/article-images/port-1440.avif 1440w" sizes="(min-width: 52rem) 47rem, calc(100vw - 2.5rem)" />' +
      '<img style="background:#123456 url(data:image/webp;base64,UklGRg==) center / cover" loading="lazy" decoding="async" alt="A port" src="/media/article-images/port-960.webp" width="1440" height="810" srcset="/media/article-images/port-480.webp 480w, /media/article-images/port-1440.webp 1440w" sizes="(min-width: 52rem) 47rem, calc(100vw - 2.5rem)" />' +
      '</picture>',
  );
});

test('a figure with several pictures, stored by an earlier release, is rendered as it would be after a save', () => {
  const stored =
    '<figure><img src="/x.png"><img src="/y.png" alt="B"><p>d</p><figcaption>c</figcaption></figure>';
  const shown = renderBody(stored, KNOWN);
  expect(shown.replaceAll(/<img [^>]*>/g, '[]')).toBe(
    '<figure>[]</figure><figure>[]<figcaption>c</figcaption></figure><p>d</p>',
  );
  expect(renderBody(sanitiseArticle(stored), KNOWN)).toBe(shown);
});

describe('a picture of another site, stored by an earlier release', () => {
  const EXTERNAL_PICTURE = '<img src="https://x.example/y.png" alt="A cat">';
  const LINK = '<a href="https://x.example/y.png" rel="noopener">A cat</a>';

  test.each([
    [`<p>a</p>${EXTERNAL_PICTURE}`, `<p>a</p>${LINK}`],
    [`<figure>${EXTERNAL_PICTURE}<figcaption>c</figcaption></figure>`, `<p>${LINK}</p><p>c</p>`],
    [
      `<p><a href="https://y.example/">${EXTERNAL_PICTURE}</a></p>`,
      '<p><a href="https://y.example/" rel="noopener"><span>A cat</span></a></p>',
    ],
  ])('becomes a link: %s', (html, expected) => {
    expect(renderBody(html, KNOWN)).toBe(expected);
  });

  test('is rendered when its path is in the picture store, whatever host the URL names', () => {
    const shown = renderBody(`<img src="https://old.example${URL}" alt="A port">`, KNOWN);
    expect(shown).toContain(`src="${URL}"`);
    expect(shown).toContain('<picture>');
  });
});

test('text and attributes of an author cannot imitate a stored picture', () => {
  const html = `<p>&lt;img src="${URL}"&gt;</p><img alt='x" src="${URL}" onerror="y' src="/y.png">`;
  const shown = renderBody(html, KNOWN);
  expect(shown).toContain(' src="/y.png"');
  expect(shown).not.toContain('<picture>');
  expect(shown).not.toContain(' onerror="');
});

test('unsafe markup that was stored is not rendered', () => {
  const shown = renderBody(
    '<p onclick="x()">a<script>alert(1)</script></p><a href="javascript:x()">b</a>',
    NONE,
  );
  expect(shown).toBe('<p>a</p><a>b</a>');
});

test('without a language, the blocks of a text with right-to-left words get the direction of their words', () => {
  const html =
    '<p>Rain</p><h1>مطر</h1><blockquote><p>שלום 12</p><p>Rain</p></blockquote><ul><li><p>مطر</p></li></ul>' +
    '<pre>مطر</pre><hr /><p dir="auto">a<br />b</p><p>12</p>';
  expect(renderBody(html, NONE)).toBe(
    '<p dir="ltr">Rain</p><h2 dir="rtl">مطر</h2>' +
      '<blockquote dir="rtl"><p>שלום 12</p><p dir="ltr">Rain</p></blockquote><ul dir="rtl"><li><p>مطر</p></li></ul>' +
      '<pre dir="ltr" tabindex="0">مطر</pre><hr /><p dir="ltr">a<br />b</p><p>12</p>',
  );
});

test('with a language, only blocks in the other direction get one, at every level', () => {
  const html =
    '<p>NASA: مطر</p><p>It rained for <b>nine</b> days, مطر.</p><p>&lt;&amp;&gt;</p>' +
    '<ul><li><p>مطر مطر</p></li><li><p>Rain &amp; wind</p><pre>مطر مطر مطر مطر</pre></li></ul>' +
    `<pre>مطر</pre><figure><img alt="Rain" src="${URL}" /><figcaption>Photo by Ada</figcaption></figure>`;
  const arabic = renderBody(html, NONE, 'ar');
  expect(arabic).toContain('<p>NASA: مطر</p><p dir="ltr">It rained');
  expect(arabic).toContain(
    '<p>&lt;&amp;&gt;</p><ul><li><p>مطر مطر</p></li><li dir="ltr"><p>Rain &amp; wind</p>',
  );
  expect(arabic).toContain('<pre dir="ltr" tabindex="0">مطر</pre><figure dir="ltr">');
  expect(arabic).toMatch(/<figure dir="ltr"><img [^>]*\/><figcaption>Photo by Ada<\/figcaption>/);
  const english = renderBody(html, NONE, 'en-GB');
  expect(english).toContain('<p>NASA: مطر</p><p>It rained');
  expect(english).toContain('<ul><li dir="rtl"><p>مطر مطر</p></li><li><p>Rain');
  expect(english.match(/dir=/g)).toHaveLength(1);
});
