import { describe, expect, test } from 'vitest';
import { DomainError } from '#platform/domain-error.ts';
import { sanitiseSvg } from './sanitise-svg.server.ts';

const document = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

const sanitise = (text: string, hasColorSchemes = false) =>
  sanitiseSvg(Buffer.from(text), { hasColorSchemes }).markup;
const inside = (content: string) => /^<svg [^>]*>(.*)<\/svg>$/.exec(sanitise(document(content)))?.[1];

function rejection(text: string | Uint8Array): string {
  try {
    sanitiseSvg(Buffer.from(text), { hasColorSchemes: true });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unsupported') return error.message;
    throw error;
  }
  return 'accepted';
}

describe('what is kept', () => {
  test.each([
    ['shapes', '<g fill="#fff"><path d="M0 0h1z"/><circle cx="5" cy="5" r="2.5"/></g>'],
    ['transformations', '<rect width="2" height="2" transform="translate(1 -2) rotate(45)"/>'],
    [
      'gradients, and references to them',
      '<linearGradient id="a"><stop offset="50%" stop-color="rgb(1 2 3 / 50%)"/></linearGradient><path d="M0 0" fill="url(#a)"/>',
    ],
    ['repeated elements', '<symbol id="s" viewBox="0 0 1 1"><path d="M0 0"/></symbol><use href="#s"/>'],
  ])('%s', (_, content) => expect(inside(content)).toBe(content));

  test('the picture in its own proportions, without a size', () => {
    const { markup, dimensions } = sanitiseSvg(
      Buffer.from(`\uFEFF<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><!-- a -->
      ${document('<path d="M0 0"/>', 'width="40px" height="10" x="7" onload="alert(1)" fill="none"')}`),
      { hasColorSchemes: false },
    );
    expect(dimensions).toEqual({ width: 40, height: 10 });
    expect(markup).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10" fill="none"><path d="M0 0"/></svg>',
    );
  });

  test('the content of links', () => {
    expect(inside('<a href="javascript:alert(1)" onclick="alert(2)"><path d="M0 0"/></a>')).toBe(
      '<g><path d="M0 0"/></g>',
    );
  });
});

describe('what is removed', () => {
  const shape = '<path d="M0 0"/>';
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in CDATA', '<script><![CDATA[alert(1)]]></script>'],
    ['a script of another file', '<script href="https://x.example/a.js"/>'],
    ['a script of HTML', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'],
    ['an HTML picture', '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>'],
    ['an animation', '<animate attributeName="href" values="javascript:alert(1)" begin="0s"/>'],
    ['a set element', '<set attributeName="onmouseover" to="alert(1)"/>'],
    ['a handler', '<handler type="text/javascript">alert(1)</handler>'],
    ['a filter', '<filter id="f"><feImage href="https://x.example/a.png"/></filter>'],
    ['metadata', '<metadata><rdf xmlns="urn:x">a</rdf></metadata><title>a</title><desc>b</desc>'],
    ['imported styles', '<style>@import url(https://x.example/a.css);</style>'],
    ['typefaces', '<style>@font-face{font-family:a;src:url(https://x.example/a.woff)}</style>'],
    ['a comment', '<!-- <script>alert(1)</script> -->'],
    ['an instruction', '<?xml-stylesheet href="https://x.example/a.css"?>'],
    ['an audio file', '<audio xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>'],
  ])('%s', (_, content) => expect(inside(content + shape)).toBe(shape));

  test.each([
    ['an event handler', 'onclick="alert(1)" onload="alert(2)" ONLOAD="alert(3)"'],
    ['an address', 'fill="url(https://x.example/a.svg#b)"'],
    ['a data URL', 'fill="url(data:image/svg+xml;base64,PHN2Zz4=)"'],
    ['an address with an escape', String.raw`style="fill:u\72l(//x.example/a)"`],
    ['an address behind a comment', 'style="fill:ur/**/l(//x.example)"'],
    ['an address in a style', `style="background:url('https://x.example/a');fill:url(//x.example/a#b)"`],
    // Rendered as references by browsers and decoders, but not counted by `limitReferences`.
    ['a reference before a space', 'fill="ref(#a )" style="mask:ref(#a )"'],
    ['a reference without an end', 'fill="ref(#a" clip-path="url(#a"'],
    ['a reference with an escape', 'fill="ref(#a%62)" mask="url(#a%62)"'],
    ['an image function', 'style="mask:image-set(&quot;https://x.example/a&quot; 1x)"'],
    ['an expression', 'style="width:expression(alert(1))"'],
    ['a variable', 'fill="var(--x)"'],
    ['a base', 'xml:base="https://x.example/"'],
    ['a typeface', 'style="font-family:x" font-family="x"'],
    ['a filter', 'filter="url(#f)"'],
    ['a value of an attribute with a script', 'x="javascript:alert(1)"'],
    ['a name with markup', 'id="&lt;script&gt;" class="a&quot;b"'],
  ])('%s', (_, attributes) => expect(inside(`<path ${attributes} d="M0 0"/>`)).toBe(shape));

  test.each([
    ['https://x.example/a.svg#b'],
    ['//x.example/a.svg#b'],
    ['a.svg#b'],
    ['data:image/svg+xml;base64,PHN2Zz4=#b'],
    ['javascript:alert(1)'],
  ])('the reference %s', (href) => {
    expect(inside(`<use href="${href}"/><use xlink:href="${href}"/>`)).toBe('<use/><use/>');
  });
});

describe('what is rejected', () => {
  const repeated = (levels: number, times: number) =>
    Array.from(
      { length: levels },
      (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(times)}</g>`,
    ).join('');
  test.each([
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${document('&a;')}`, /declares entities/],
    [
      'an entity bomb',
      `<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>${document('&c;')}`,
      /declares entities/,
    ],
    [
      'an external entity',
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${document('&a;')}`,
      /declares entities/,
    ],
    ['an unknown entity', document('&nbsp;'), /damaged/],
    [
      'HTML in a foreign object',
      document('<foreignObject><p/></foreignObject>'),
      /other content than shapes/,
    ],
    [
      'a picture',
      document('<image href="data:image/svg+xml;base64,PHN2Zz4="/>'),
      /other content than shapes/,
    ],
    ['an SVG in an SVG', document('<svg/>'), /other content than shapes/],
    ['text', document('<text>a</text>'), /convert it to outlines/],
    ['a use bomb', document(`<path id="a0" d="M0 0"/>${repeated(15, 10)}`), /repeats its elements/],
    ['a long chain of uses', document(`<path id="a0" d="M0 0"/>${repeated(20, 1)}`), /repeats its elements/],
    ['a use of itself', document('<g id="a"><use href="#a"/></g>'), /repeats its elements/],
    [
      'patterns that use each other',
      document(
        '<pattern id="a"><path d="M0 0" fill="url(#b)"/></pattern><pattern id="b"><path d="M0 0" fill="url(#a)"/></pattern>',
      ),
      /repeats its elements/,
    ],
    [
      '100,000 levels',
      document('<g>'.repeat(100_000) + '</g>'.repeat(100_000)).slice(0, 250_000),
      /too complicated/,
    ],
    ['100,000 elements', document('<g/>'.repeat(50_000)), /too complicated/],
    ['a large file', document(' '.repeat(10_000_000)), /256 KB/],
    [
      'a size without a unit of pixels',
      document('<path d="M0 0"/>', 'width="10%" height="10"'),
      /needs a `viewBox`/,
    ],
    ['an empty view', document('<path d="M0 0"/>', 'viewBox="0 0 0 10"'), /needs a `viewBox`/],
    ['an endless view', document('<path d="M0 0"/>', 'viewBox="0 0 1e999 10"'), /needs a `viewBox`/],
    [
      'another root',
      '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
      /image file/,
    ],
    ['a root without its namespace', '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>', /image file/],
    ['an open element', document('<g>'), /damaged/],
    ['a second root', `${document('')}<script/>`, /damaged/],
    ['an attribute twice', document('<g id="a" id="b"/>'), /damaged/],
    ['nothing', '', /damaged|image file/],
    ['a damaged style', document('<style>a{</style>'), /style sheet in the SVG is damaged/],
  ])('%s', (_, text, message) => expect(rejection(text)).toMatch(message));

  test('text that is not UTF-8', () => {
    expect(rejection(Buffer.from([0x3c, 0xff, 0xfe]))).toMatch(/image file/);
    expect(rejection(Buffer.from(document('<path/>'), 'utf16le'))).toMatch(/damaged|image file/);
  });
});
