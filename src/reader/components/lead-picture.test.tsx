import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LeadPicture } from './lead-picture.tsx';

const PICTURE = {
  url: '/media/article-images/a-960.webp',
  alt: '',
  widths: [480],
  color: '',
  placeholder: '',
};

const renderPicture = (articleId: string, size?: { width: number; height: number }) =>
  renderToString(
    <LeadPicture
      article={{ id: articleId, picture: size === undefined ? null : { ...PICTURE, ...size } }}
      section={{ slug: 'sports', icon: 'trophy' }}
      sizes="100vw"
    />,
  );

test.each([
  [{ width: 900, height: 1200 }, true],
  [{ width: 1000, height: 1000 }, true],
  [{ width: 1200, height: 900 }, false],
  [{ width: 1920, height: 1080 }, false],
])('a picture of %j is shown uncropped: %s', (size, isUncropped) => {
  expect(renderPicture('a', size).includes('data-upright')).toBe(isUncropped);
});

test('articles without a picture get different placeholders within a section, and each always the same', () => {
  const ids = Array.from(
    { length: 12 },
    (_, index) => `0198c1d2-0000-7000-8000-00000000000${index.toString(16)}`,
  );
  const placeholders = ids.map((id) => renderPicture(id));
  expect(new Set(placeholders).size).toBeGreaterThan(ids.length / 2);
  expect(ids.map((id) => renderPicture(id))).toEqual(placeholders);
  for (const placeholder of placeholders) expect(placeholder).not.toMatch(/style=|href=|src=/);
});
