import { describe, expect, test } from 'vitest';
import { contentError } from './content-error.ts';
import { sanitiseArticle } from './sanitise.server.ts';

describe('sanitising an article', () => {
  test.each([
    ['<h1>A</h1><h4>B</h4><p>c <strong>d</strong> <em>e</em> <u>f</u> <s>g</s></p>'],
    ['<p>H<sub>2</sub>O, 10<sup>6</sup></p>'],
    ['<blockquote><p>Said.</p></blockquote><hr />'],
    ['<pre><code class="language-js">let a = 1;</code></pre>'],
    ['<ol start="3"><li><p>Three</p><ul><li>inner</li></ul></li></ol>'],
    ['<p style="text-align:center" data-indent="2">Middle</p>'],
    ['<h1 style="text-align:left">a</h1><h2 style="text-align:right">b</h2>'],
    ['<h3 style="text-align:justify">c</h3><h4 data-indent="8">d</h4>'],
    ['<blockquote data-indent="1"><p>Said.</p></blockquote>'],
    ['<img src="/media/a.webp" alt="A" title="B" />'],
    ['<img src="data:image/png;base64,iVBORw0KGgo=" alt="A" />'],
    ['<p><span data-ink="red" data-tint="yellow">Lit</span> <span data-ink="grey">dim</span></p>'],
    [
      '<figure><img src="/media/a-960.webp" alt="A" width="960" height="540" /><figcaption>B</figcaption></figure>',
    ],
    ['<p><a href="mailto:a@b.example">m</a> <a href="tel:+1">t</a> <a href="https://x.example/">h</a></p>'],
  ])('does not change %s', (html) => {
    expect(sanitiseArticle(html)).toBe(html);
  });

  test.each([
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<style>p{display:none}</style>a', 'a'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<img src="/media/a.webp" alt=" &nbsp;">', '<img src="/media/a.webp" alt="" />'],
    [
      '<img src="/media/a.webp"><img src="a.webp"><img src="?a"><img src="//x.invalid/a"><img src="/\\x.invalid/a">',
      '<img src="/media/a.webp" />',
    ],
    [
      '<p>a</p><img src="https://x.example/a.png?b&amp;c" alt="A boat"><img src="http://x.example/b.png" onerror="x()">',
      '<p>a</p><a href="https://x.example/a.png?b&amp;c">A boat</a><a href="http://x.example/b.png">http://x.example/b.png</a>',
    ],
    [
      '<img src="https://site.example/media/article-images/a1-960.webp" alt="A"><img href="https://x.example/">',
      '<img src="/media/article-images/a1-960.webp" alt="A" />',
    ],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="//elsewhere.example">a</a>', '<a>a</a>'],
    ['<img src="data:image/svg+xml;base64,PHN2Zz4=" alt="">', ''],
    ['<figure><img alt="A"><figcaption>B</figcaption></figure>', '<p>B</p>'],
    ['<figure><img src="/a.png"><img src=" "></figure>', '<figure><img src="/a.png" /></figure>'],
    ['<p style="position:fixed;text-align:left">a</p>', '<p style="text-align:left">a</p>'],
    ['<span style="color:url(x)">a</span>', '<span>a</span>'],
    ['<span style="color:#fefefe;background-color:#fff">a</span>', '<span>a</span>'],
    ['<span style="color: rgb(200, 30, 30); font-size: 40px">a</span>', '<span data-ink="red">a</span>'],
    ['<span style="background: #ff0">a</span>', '<span data-tint="yellow">a</span>'],
    [
      '<span style="color:#c81e1e;background:#ff0">a</span>',
      '<span data-ink="red" data-tint="yellow">a</span>',
    ],
    ['<span data-ink="#ff0000" data-tint="red; color: red">a</span>', '<span>a</span>'],
    ['<iframe src="https://x.example"></iframe><form><input></form>b', 'b'],
    ['<b>a</b><i>b</i><strike>c</strike><del>d</del>', '<strong>a</strong><em>b</em><s>c</s><s>d</s>'],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<a href="/x?https://x.example">a</a><a href="x-mailto:a">b</a><a>c</a>', '<a>a</a><a>b</a><a>c</a>'],
    [
      '<p data-indent="18">a</p><p data-indent="81">b</p><p data-indent="0">c</p>',
      '<p>a</p><p>b</p><p>c</p>',
    ],
    ['<p style="text-align:inherit-left">a</p><p style="text-align:leftmost">b</p>', '<p>a</p><p>b</p>'],
    [
      '<img src="https://x.example/media/article-images/a.webp/b.png" alt=" ">',
      '<a href="https://x.example/media/article-images/a.webp/b.png">https://x.example/media/article-images/a.webp/b.png</a>',
    ],
    [
      '<img src="https://x.example/?https://y.example/media/article-images/a.webp" alt="A">',
      '<a href="https://x.example/?https://y.example/media/article-images/a.webp">A</a>',
    ],
    ['<img src=" https://x.example/b.png " alt=" B ">', '<a href="https://x.example/b.png">B</a>'],
    [
      '<a href="https://y.example/">c</a><img src="https://x.example/b.png" alt="B">',
      '<a href="https://y.example/">c</a><a href="https://x.example/b.png">B</a>',
    ],
    [
      '<a href="https://y.example/">c<em>d</em><img src="https://x.example/b.png" alt="B"></a>',
      '<a href="https://y.example/">c<em>d</em><span>B</span></a>',
    ],
  ])('turns %s into %s', (given, expected) => {
    expect(sanitiseArticle(given)).toBe(expected);
  });

  test('loads no picture from another site, and is idempotent', () => {
    const once = sanitiseArticle(
      '<figure><a href="https://x.example/"><img src=" HTTPS://x.example/a.png" srcset="https://x.example/b.png 2x" alt="&lt;img src=https://x.example/c.png&gt;"></a><figcaption>B</figcaption></figure>',
    );
    expect(once).not.toMatch(/<img|srcset/);
    expect(sanitiseArticle(once)).toBe(once);
  });

  test('ignores a style attribute of more than 2,000 characters', () => {
    const aligned = (length: number) => `<p style="${'text-align:left;'.padEnd(length)}">a</p>`;
    expect(sanitiseArticle(aligned(2000))).toBe('<p style="text-align:left">a</p>');
    expect(sanitiseArticle(aligned(2001))).toBe('<p>a</p>');
  });

  test('rejects deeper nesting than allowed', () => {
    expect(sanitiseArticle('<p><em>a</em></p><p><em>b</em></p>', 2)).toBe(
      '<p><em>a</em></p><p><em>b</em></p>',
    );
    expect(() => sanitiseArticle('<p><em><s>a</s></em></p>', 2)).toThrow(
      contentError('The text has too much nested formatting'),
    );
  });
});
