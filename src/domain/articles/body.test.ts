import { expect, test } from 'vitest';
import { picturesIn, presentBody } from './body.server.ts';

const NONE = new Map();
const URL = '/media/article-images/port-960.webp';

test('headings go one level down under the only h1 of the page', () => {
  expect(presentBody('<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4>', NONE)).toBe(
    '<h2>a</h2><h3>b</h3><h4>c</h4><h5>d</h5>',
  );
});

test('a known picture brings its widths and size, and every picture waits until it is near', () => {
  const picture = {
    url: URL,
    alt: '',
    width: 1440,
    height: 810,
    widths: [480, 1440],
    color: '#123456',
    placeholder: '',
  };
  const shown = presentBody(`<img src="${URL}" alt="A port">`, new Map([[URL, picture]]));
  expect(shown).toContain(
    'srcset="/media/article-images/port-480.webp 480w, /media/article-images/port-1440.webp 1440w"',
  );
  expect(shown).toContain('width="1440" height="810"');
  expect(shown).toContain('loading="lazy"');
  expect(shown).toContain('alt="A port"');
  expect(presentBody('<img src="https://x.example/y.png">', NONE)).not.toContain('srcset');
});

test('what must not be stored is not shown either, should it have got in', () => {
  const shown = presentBody(
    '<p onclick="x()">a<script>alert(1)</script></p><a href="javascript:x()">b</a>',
    NONE,
  );
  expect(shown).toBe('<p>a</p><a>b</a>');
});

test('links to elsewhere leave no handle on the page, and code can be scrolled by keyboard', () => {
  expect(presentBody('<a href="https://x.example/">a</a>', NONE)).toBe(
    '<a href="https://x.example/" rel="noopener">a</a>',
  );
  expect(presentBody('<pre>x</pre>', NONE)).toBe('<pre tabindex="0">x</pre>');
});

test('pictures of a body are found once each', () => {
  expect(picturesIn(`<img alt="" src="${URL}"><p>x</p><img src="${URL}">`)).toEqual([URL]);
});
