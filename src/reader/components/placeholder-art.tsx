import type { Section } from '#domain/categories/section.ts';
import type { SectionIconName } from '#domain/categories/section-icons.ts';

interface PlaceholderArtProps {
  readonly section: Pick<Section, 'slug' | 'icon'>;
  /** Selects tone, direction and crop, so that an article has the same placeholder everywhere. */
  readonly articleId: string;
}

/**
 * The placeholder for a missing picture: one mark per icon of a section, in the style of the logo's globe, on the section's color.
 * Lines use `currentColor` on a tinted background, so that it follows the light and dark schemes. Articles of one section
 * differ in the background tone and in the crop of the mark.
 */
export function PlaceholderArt({ section, articleId }: PlaceholderArtProps) {
  const mark = MARKS[section.icon] ?? FALLBACK_MARK;
  const { tone, transform } = variantFor(articleId);
  return (
    <svg
      className="placeholder-art"
      data-section={section.slug}
      data-tone={tone}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <g transform={transform}>
        <path d={mark.line} />
        <path d={mark.bold} strokeWidth="14" strokeLinecap="round" strokeLinejoin="round" />
      </g>
    </svg>
  );
}

const WIDTH = 480;
const HEIGHT = 270;

const TONES = 3;
/** Scale factors of the mark. Below 1 its lines would end inside the frame. */
const SCALES = [1, 1.3, 1.7];
/** Horizontal offset of a scaled mark, as a fraction of the overflow. */
const OFFSETS = [0.2, 0.5, 0.8];

/** Selects one of 54 variants by the article's id. */
function variantFor(articleId: string): { tone: number; transform: string } {
  let rest = hashOf(articleId);
  const pick = (count: number): number => {
    const picked = rest % count;
    rest = Math.floor(rest / count);
    return picked;
  };
  const tone = pick(TONES);
  const isMirrored = pick(2) === 1;
  const scale = SCALES[pick(SCALES.length)] ?? 1;
  const x = -WIDTH * (scale - 1) * (OFFSETS[pick(OFFSETS.length)] ?? 0.5);
  const y = -HEIGHT * (scale - 1) * 0.5;
  const mirror = isMirrored ? `translate(${WIDTH} 0) scale(-1 1) ` : '';
  return { tone, transform: `${mirror}translate(${x.toFixed(0)} ${y.toFixed(0)}) scale(${scale})` };
}

/** FNV-1a, 32 bits (draft-eastlake-fnv): gives different hashes for ids that differ in one character. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const rings = (x: number, y: number, radii: readonly number[]) => radii.map((r) => circle(x, y, r)).join('');

const rows = (from: number, step: number, count: number, line: (y: number, i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(from + i * step, i)).join('');

interface Mark {
  readonly line: string;
  readonly bold: string;
}

const FALLBACK_MARK: Mark = {
  line: rings(240, 135, [60, 110, 160, 210]),
  bold: 'M120 135h240M240 15v240',
};

const MARKS: Readonly<Partial<Record<SectionIconName, Mark>>> = {
  globe: {
    line: `${circle(240, 135, 160)}M80 135h320M240-25v320M240-25c-90 90-90 230 0 320M240-25c90 90 90 230 0 320M104 55h272M104 215h272`,
    bold: 'M240-25c-45 90-45 230 0 320',
  },
  sprout: {
    line: rows(70, 34, 7, (y, i) => `M-20 ${y}q130 ${-60 + i * 8} 260 0t260 0`),
    bold: circle(330, 90, 44),
  },
  landmark: {
    line: rows(30, 42, 6, (y) => `M0 ${y}h480`),
    bold: 'M40 220l90-70 70 36 100-110 60 40 90-84',
  },
  trophy: {
    line: `${rings(240, 135, [70, 110, 150, 190, 230])}M240-60v390`,
    bold: circle(240, 135, 34),
  },
  palette: {
    line: Array.from({ length: 11 }, (_, i) => `M${20 + i * 44} 0q${i % 2 === 0 ? 40 : -40} 135 0 270`).join(
      '',
    ),
    bold: 'M150 200c0-110 180-110 180 0M190 200c0-56 100-56 100 0',
  },
  cpu: {
    line: 'M0 60h140l40 40h300M0 110h90l50 50h110l40-30h190M0 210h200l50-50h230M60 270v-60M320 0v100M400 270v-140',
    bold: `${circle(180, 100, 12)}${circle(250, 160, 12)}${circle(320, 100, 12)}`,
  },
  'radio-tower': {
    line: rings(240, 210, [60, 100, 140, 180, 220, 260]),
    bold: 'M240 210v-60M190 160c28-28 72-28 100 0M160 130c44-44 116-44 160 0',
  },
  feather: {
    line: rows(60, 30, 6, (y, i) => `M${60 + (i % 3) * 18} ${y}h${360 - (i % 3) * 60}`),
    bold: 'M180 90c-40 0-60 30-60 66h54v-50M330 90c-40 0-60 30-60 66h54v-50',
  },
  'scan-search': {
    line: rows(20, 26, 10, (y) => `M0 ${y}h480`),
    bold: `${circle(220, 120, 70)}M272 172l74 70`,
  },
};
