import { expect, test } from 'vitest';
import { readEmbedCode } from './embed-code.ts';
import { isMarkdown } from './is-markdown.ts';
import { convertMarkdown } from './markdown.ts';

test.each([
  '# Title\n\nText',
  'A [link](https://x.example).',
  '![A boat](boat.jpg) and [x](./y)',
  '- one\n- two',
  '1. one\n2. two',
  '> a\n> b',
  '```js\na\n```',
  'Some **bold** text',
  'Run `npm ci` first.',
  '| a | b |\n|---|---|\n| 1 | 2 |',
])('%j is Markdown', (text) => {
  expect(isMarkdown(text)).toBe(true);
});

test.each([
  'Plain text.\n\nAnother paragraph.',
  '- Is it?\nNo.',
  '5 * 3 * 2 = 30',
  '[x](y)',
  '#tag and #another',
  '1990. A year.',
  'a_b_c > d',
  'It’s 5`',
  '---',
])('%j is not Markdown', (text) => {
  expect(isMarkdown(text)).toBe(false);
});

test('Markdown is converted whole, and its front matter is left out with a notice', () => {
  const { html, notices } = convertMarkdown(
    '---\ntitle: A\ndate: 2024-01-01\n---\n# T\n\nA [link](https://x.example) and ~~b~~.\n\n3. c\n4. d\n\n---\n\n```js\n<e>\n```\n',
  );
  expect(html.replaceAll('\n', '')).toBe(
    '<h1>T</h1><p>A <a href="https://x.example">link</a> and <del>b</del>.</p><ol start="3"><li>c</li><li>d</li></ol><hr>' +
      '<pre><code class="language-js">&lt;e&gt;</code></pre>',
  );
  expect(notices).toEqual([
    'The fields above the text (title, date) were left out. Enter them under Details.',
  ]);
  expect(convertMarkdown('---\n\ntext\n\n---').notices).toEqual([]);
});

test.each([
  [
    '<iframe width="560" src="https://video.example/embed/1?a=b&amp;c=d" title="A film" allowfullscreen></iframe>',
    '<p><a href="https://video.example/embed/1?a=b&amp;c=d">A film</a></p>',
  ],
  [
    ' <iframe src="//video.example/1"></iframe>\n<p>From <a href="https://video.example">there</a></p> ',
    '<p><a href="https://video.example/1">https://video.example/1</a></p>\n<p>From <a href="https://video.example">there</a></p>',
  ],
])('embed code %s becomes a link', (code, html) => {
  const embed = readEmbedCode(code);
  expect(embed?.html).toBe(html);
  expect(embed?.notice).toContain('a link to video.example');
});

test.each([
  '<p>Text</p>',
  'See <iframe src="https://x.example"></iframe>',
  '<iframe src="javascript:x"></iframe>',
])('%s is not embed code', (text) => {
  expect(readEmbedCode(text)).toBeNull();
});
