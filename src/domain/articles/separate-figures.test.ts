import { describe, expect, test } from 'vitest';
import { separateFigures } from './separate-figures.ts';

const picture = (name: string) => `<img src="/${name}.webp" alt="${name}" />`;
const figure = (name: string, caption?: string) =>
  `<figure>${picture(name)}${caption === undefined ? '' : `<figcaption>${caption}</figcaption>`}</figure>`;

describe('figures', () => {
  test.each([
    ['<p>a</p>'],
    [figure('A')],
    [`<p>a</p>${figure('A', 'One <em>b</em><br />c')}<hr />${figure('B', 'Two')}`],
    [`<blockquote><p>a</p>${figure('A', 'b')}</blockquote>`],
    [`<figure data-pm-slice="1 1 []">${picture('A')}<figcaption>b</figcaption></figure>`],
    [
      '<figure><a href="https://x.example/"><img src="/a.webp" alt="A" /></a><figcaption>b</figcaption></figure>',
    ],
    ['<p>a</p><figure><img src="/a.webp"><p>not closed'],
    ['<p>a</p><figure><img src="/a.webp></figure>'],
  ])('stay as they are: %s', (html) => {
    expect(separateFigures(html)).toBe(html);
  });

  test.each([
    [
      'several pictures: the caption belongs to the last',
      `<figure>\n${picture('A')} ${picture('B')}\n<figcaption>c</figcaption></figure>`,
      figure('A') + figure('B', 'c'),
    ],
    [
      'a caption for each picture',
      `<figure>${picture('A')}<figcaption>a</figcaption>${picture('B')}<figcaption>b</figcaption></figure>`,
      figure('A', 'a') + figure('B', 'b'),
    ],
    [
      'a caption above',
      `<figure><figcaption>c</figcaption>${picture('A')}${picture('B')}<figcaption>d</figcaption></figure>`,
      figure('A') + figure('B', 'c<br />d'),
    ],
    [
      'a gallery',
      `<p>x</p><figure><figure>${picture('A')}<figcaption>a</figcaption></figure><figure>${picture('B')}</figure><figcaption>All</figcaption></figure><p>y</p>`,
      `<p>x</p>${figure('A', 'a')}${figure('B')}<p>All</p><p>y</p>`,
    ],
    [
      'a gallery in a list, with links',
      `<figure><ul><li><figure><a href="https://x.example/"><img src="/a.webp"></a></figure></li><li>words</li><li><figure>${picture('B')}</figure></li></ul></figure>`,
      `<figure><a href="https://x.example/"><img src="/a.webp"></a></figure><p>words</p>${figure('B')}`,
    ],
    [
      'paragraphs, in the order of the text',
      `<figure><p>before</p>${picture('A')}<p style="text-align:center">after</p>loose <em>words</em><figcaption>a</figcaption></figure>`,
      `<p>before</p>${figure('A', 'a')}<p style="text-align:center">after</p><p>loose <em>words</em></p>`,
    ],
    [
      'a picture within formatted words',
      `<figure><p>See <a href="https://x.example/">this ${picture('A')} here</a></p></figure>`,
      `<p>See <a href="https://x.example/">this </a></p><figure><a href="https://x.example/">${picture('A')}</a></figure><p><a href="https://x.example/"> here</a></p>`,
    ],
    [
      'paragraphs and a picture in a caption',
      `<figure>${picture('A')}<figcaption><p>one</p><p>two ${picture('B')}</p></figcaption></figure>`,
      figure('A', 'one<br />two') + figure('B'),
    ],
    ['an empty caption', figure('A', ' '), figure('A')],
    [
      'no picture',
      '<figure><blockquote><p>said</p></blockquote><figcaption>by</figcaption></figure><figure></figure>',
      '<blockquote><p>said</p></blockquote><p>by</p>',
    ],
    [
      'angle brackets in attributes, as some browsers serialize them',
      '<p title="<figure>">a</p><figure><img alt="a > b </figure>" src="/a.webp"><img src="/b.webp"></figure>',
      '<p title="<figure>">a</p><figure><img alt="a > b </figure>" src="/a.webp"></figure><figure><img src="/b.webp"></figure>',
    ],
  ])('with %s', (_, html, expected) => {
    expect(separateFigures(html)).toBe(expected);
    expect(separateFigures(expected)).toBe(expected);
  });
});
