import { describe, expect, test } from 'vitest';
import { sanitiseArticle } from '../sanitise.server.ts';
import { convertForeignHtml } from './convert-body.ts';
import { parseBody } from './parse-html.server.ts';

const PAGE = 'https://site.example/admin/article-editor/a';

function convert(html: string, source: 'clipboard' | 'request' = 'clipboard') {
  const context = { source, origin: 'https://site.example', pageUrl: source === 'clipboard' ? PAGE : null };
  const converted = convertForeignHtml(html, parseBody, context);
  return {
    html: sanitiseArticle(converted.html).replaceAll(/<span>|<\/span>/g, ''),
    codes: converted.notices.map(({ code }) => code),
    texts: converted.notices.map(({ text }) => text),
  };
}

/** A list item, or a heading with a number, as Word writes it. */
const word = (text: string, marker: string, level = 1, tag = 'p') =>
  `<${tag} class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
    style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></${tag}>`;

const online = (text: string, list: string, level = 1, attributes = '') =>
  `<div class="ListContainerWrapper SCX"><${list} ${attributes}><li data-listid="3" data-aria-level="${level}"><p class="Paragraph"><span>${text}</span><span class="EOP">&nbsp;</span></p></li></${list}></div>`;

const task = (text: string, checked: boolean) =>
  `<li role="checkbox" aria-checked="${checked}"><img src="data:image/png;base64,iVBORw0KGgo=" alt="unchecked"><p>${text}</p></li>`;

describe('Word', () => {
  test.each([
    [
      'the first number of a list',
      word('Four', '4.') + word('Five', '5.'),
      '<ol start="4"><li><p>Four</p></li><li><p>Five</p></li></ol>',
    ],
    [
      'a list that continues after a paragraph',
      `${word('One', '1.')}<p>Between</p>${word('Two', '2.')}`,
      '<ol><li><p>One</p></li></ol><p>Between</p><ol start="2"><li><p>Two</p></li></ol>',
    ],
    [
      'a list that begins again',
      word('One', 'i)') + word('Two', 'ii)') + word('First', '1.'),
      '<ol><li><p>One</p></li><li><p>Two</p></li></ol><ol><li><p>First</p></li></ol>',
    ],
    [
      'a skipped level, and a return to it',
      word('A', '·') + word('B', '§', 3) + word('C', 'o', 2) + word('D', '·'),
      '<ul><li><p>A</p><ul><li><p>B</p></li><li><p>C</p></li></ul></li><li><p>D</p></li></ul>',
    ],
    [
      'numbered headings',
      word('Method', '1.1', 2, 'h2') + word('Results', '2.', 1, 'h3') + word('Plain', '·', 1, 'h4'),
      '<h2>1.1 Method</h2><h3>2. Results</h3><h4>Plain</h4>',
    ],
    [
      'a footnote',
      '<p>Text<a href="#_ftn1"><span class=MsoFootnoteReference><span style="mso-special-character:footnote">[1]</span></span></a>.</p>',
      '<p>Text<sup>[1]</sup>.</p>',
    ],
  ])('%s', (_, html, expected) => {
    expect(convert(html).html).toBe(expected);
  });
});

test.each([
  [
    '<p class="Paragraph" role="heading" aria-level="2">Findings<span class="EOP">&nbsp;</span></p><p>Text&nbsp;</p>',
    '<h2>Findings</h2><p>Text</p>',
  ],
  [
    online('A', 'ul') + online('B', 'ul', 2) + online('C', 'ul') + online('D', 'ol', 1, 'start="1"'),
    '<ul><li><p>A</p><ul><li><p>B</p></li></ul></li><li><p>C</p></li></ul><ol><li><p>D</p></li></ol>',
  ],
  [
    `${online('A', 'ol', 1, 'start="1"')}${online('B', 'ol', 1, 'start="2"')}<p>x</p>${online('C', 'ol', 1, 'start="3"')}`,
    '<ol><li><p>A</p></li><li><p>B</p></li></ol><p>x</p><ol start="3"><li><p>C</p></li></ol>',
  ],
])('Word Online: %s', (html, expected) => {
  expect(convert(html).html).toBe(expected);
});

test.each([
  [
    `<ul>${task('Call', false)}${task('Write', true)}</ul>`,
    '<ul><li><p>Call</p></li><li><p>Write</p></li></ul>',
  ],
  [
    '<ol start="3"><li><p>a</p></li><li><h2>Head</h2><p>Text</p></li><li><p>b</p></li></ol>',
    '<ol start="3"><li><p>a</p></li></ol><h2>4. Head</h2><p>Text</p><ol start="5"><li><p>b</p></li></ol>',
  ],
  ['<ul><li><h3>Head</h3></li></ul>', '<h3>Head</h3>'],
  [
    '<ul><li><p>a</p><ol><li><h3>Head</h3></li></ol></li></ul>',
    '<ul><li><p>a</p><ol><li><p><strong>Head</strong></p></li></ol></li></ul>',
  ],
])('lists of Google Docs: %s', (html, expected) => {
  expect(convert(html).html).toBe(expected);
});

test.each([
  ['<table><tr><th>A</th><td>1</td></tr></table>', '<p><strong>A</strong> | 1</p>'],
  [
    '<table><tr><td>a</td><td>b</td></tr><tr><td></td><td></td></tr><tr><td>c</td><td>d</td></tr></table>',
    '<p>a | b</p><p>c | d</p>',
  ],
  ['<dl><dt>t</dt><dd>d</dd></dl>', '<p>t</p><p>d</p>'],
  ['<div>a<div>b</div>c</div><section>d</section>', '<p>a</p><p>b</p><p>c</p><p>d</p>'],
  ['<div style="text-align:right"><b>a</b></div>', '<p style="text-align:right"><strong>a</strong></p>'],
  [
    '<a href="https://x.example/"><div>a</div><div>b</div></a>',
    '<p><a href="https://x.example/">a</a></p><p><a href="https://x.example/">b</a></p>',
  ],
  ['<b><ul><li>a</li></ul>b</b>', '<ul><li><strong>a</strong></li></ul><strong>b</strong>'],
  ['<h2><div>a</div><div>b</div></h2>', '<h2> a  b</h2>'],
  ['a<br>b<p>c</p><br><p>d</p>', 'a<br />b<p>c</p><p>d</p>'],
  [
    '<pre><div><div>js</div><button>Copy code</button></div><div><code class="language-js">a\nb</code></div></pre>',
    '<pre><code class="language-js">a\nb</code></pre>',
  ],
  ['<pre class="lang-py"><div>a</div><div>b</div></pre>', '<pre><code class="language-py">a\nb</code></pre>'],
  [
    '<h3><button aria-expanded="false">Question</button></h3><p hidden>No</p><p style="Display: none !important">No</p>',
    '<h3>Question</h3>',
  ],
  [
    '<p><mark>a</mark><font color="#c00000">b</font><span style="text-decoration:underline">c</span></p>',
    '<p><span data-tint="yellow">a<span data-ink="red">b<u>c</u></p>',
  ],
])('%s becomes %s', (html, expected) => {
  expect(convert(html).html).toBe(expected);
});

test.each([
  ['<a href="#a">x</a>', 'x', 'anchors_removed'],
  [`<a href="${PAGE}#_ftn1">x</a>`, 'x', 'anchors_removed'],
  ['<a href="/about">x</a>', 'x', 'relative_links_removed'],
  ['<a href="ftp://x.example">x</a>', 'x', 'links_removed'],
  ['<a href="//x.example/a">x</a>', '<a href="https://x.example/a">x</a>', null],
  ['<a href="www.x.example">x</a>', '<a href="https://www.x.example">x</a>', null],
  ['<p>a</p><button>Copy code</button>', '<p>a</p>', 'buttons_removed'],
  ['<p>a</p><div style="display:none">b</div>', '<p>a</p>', 'hidden_text_removed'],
  ['<p>a<a class="msocomanchor" href="#_msocom_1">[A1]</a></p>', '<p>a</p>', 'comments_removed'],
  ['<ul><li><input type="checkbox"> a</li></ul>', '<ul><li> a</li></ul>', 'checkboxes_removed'],
  ['<img src="b.png">', '', 'pictures_removed'],
])('%s is named in a notice if something is dropped', (html, expected, code) => {
  expect(convert(html)).toMatchObject({ html: expected, codes: code === null ? [] : [code] });
});

test('notices of a request name pictures of other sites and scripts, and at most five addresses', () => {
  const links = Array.from({ length: 7 }, (_, number) => `<a href="/${number}">x</a>`).join('');
  const { codes, texts } = convert(
    `<img src="https://x.example/a.png"><script>x()</script>${links}`,
    'request',
  );
  expect(codes).toEqual(['pictures_linked', 'scripts_removed', 'relative_links_removed']);
  expect(texts[2]).toContain('7 links (/0, /1, /2, /3, /4, …) could not be kept');
});
