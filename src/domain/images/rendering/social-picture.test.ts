import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { encodeRendering } from '../raster.server.ts';
import { toRenderable } from './renderable-text.ts';
import { shapeLine } from './shaping.server.ts';
import { renderSocialPicture } from './social-picture.server.ts';
import { SOCIAL_SHAPES, socialPictureSize } from './social-picture.ts';
import { setTitle } from './title-lines.server.ts';
import { loadTypefaces } from './typefaces.server.ts';

const { title: chain } = loadTypefaces();
const AREA = { width: 1040, height: 334 };

const renderable = (text: string) => {
  const found = toRenderable(text, chain, '');
  if (found === null) throw new Error(`${text} cannot be rendered`);
  return found;
};
const idsOf = (text: string) => {
  const found = renderable(text);
  return shapeLine(found, 0, found.text.length).glyphs.map(({ id }) => id);
};
const content = (title: string) => ({
  title,
  section: 'Sports',
  publication: 'Meridian',
  color: '#a3262a',
  lang: 'en',
});

describe('a text', () => {
  test('of Latin, Greek, Cyrillic or Arabic letters can be rendered', () => {
    for (const text of [
      'Ærøskøbing, Łódź, İstanbul & Việt Nam',
      'Η ξηρασία αλλάζει τον χάρτη, μῆνιν ἄειδε',
      'Ціни на хліб, Ђурђевдан, қазақ',
      'خبز، پیمان، گفتگو، ہمارے ٢٠٢٦',
      'Ọ̀nà ìlú, Ƙasar Hausa, Ŋutinya ɖe eƒe nɔnɔme ŋu',
    ])
      expect(idsOf(text)).not.toContain(0);
  });

  test('of other scripts cannot, and emoji are left out', () => {
    for (const text of ['東京の鉄道', 'Tokyo 東京', 'ข่าว', 'हिन्दी', '🏆', ' ', ''])
      expect([text, toRenderable(text, chain)]).toEqual([text, null]);
    expect(renderable('The cup 🏆 comes home 🇲🇦 👩‍🚀').text).toBe('The cup comes home');
    expect(renderable('Top 1️⃣0️⃣ films, #⃣1').text).toBe('Top 10 films, #1');
    expect(renderable('Line\nbreak\t\u0007').text).toBe('Line break');
  });
});

describe('a title', () => {
  test('of any length stays within its area', () => {
    for (const title of [
      'W',
      'W'.repeat(300),
      'Wide Words '.repeat(27),
      'في الأخبار '.repeat(27),
      'a '.repeat(150),
      // Letters of two, three and four code units.
      'ọ̀'.repeat(150),
      'ọ̀́'.repeat(100),
      'kọ̀́ọ̀́̀'.repeat(30),
    ]) {
      const { size, leading, lines } = setTitle(renderable(title), AREA);
      expect([title, lines.length]).toEqual([title, expect.toSatisfy((count: number) => count > 0)]);
      expect(lines.length * leading).toBeLessThanOrEqual(AREA.height);
      for (const { width } of lines) expect(width * size).toBeLessThanOrEqual(AREA.width * 1.01);
    }
  });
});

describe.each(SOCIAL_SHAPES)('a picture of the shape %s', (shape) => {
  const { width, height } = socialPictureSize(shape);
  const render = (title: string, more = {}) => renderSocialPicture({ ...content(title), ...more }, shape);

  test('contains outlines only, whatever the title', () => {
    const svg = render('</svg><script>alert(1)</script> & "more"');
    expect(svg).toMatch(
      new RegExp(`^<svg xmlns="http://www\\.w3\\.org/2000/svg" width="${width}" height="${height}" viewBox=`),
    );
    expect(svg).not.toMatch(/<text|<script|alert|font/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('has the name of the publication instead of a title that cannot be rendered, or only color and bar', () => {
    expect(render('東京')).toBe(render('北京'));
    expect(render('東京')).not.toBe(render('Tokyo'));
    const empty = render('東京', { section: '文化', publication: '新聞' });
    expect(empty.match(/<\w+/g)).toEqual(['<svg', '<rect', '<g', '<rect']);
    expect(empty).toContain('fill="#a3262a"');
  });

  test('has at most 300 KB, and all ink within the margins', async () => {
    for (const title of [
      'W'.repeat(300),
      'Rechtsschutzversicherungsgesellschaften '.repeat(7),
      'في الأخبار '.repeat(27),
    ]) {
      const png = await encodeRendering(render(title));
      expect(png.byteLength).toBeLessThanOrEqual(300_000);
      const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, info.channels]).toEqual([width, height, 3]);
      const background = data.subarray(0, 3).toString('hex');
      const isInked = (x: number, y: number) =>
        data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3).toString('hex') !== background;
      const inked = [];
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          if ((x < 70 || x >= width - 70 || y < 50 || y >= height - 50) && isInked(x, y)) inked.push([x, y]);
      expect([title, inked]).toEqual([title, []]);
    }
  });
});
