import { type RenderableText, toRenderable } from './renderable-text.ts';
import type { ShapedLine } from './shaping.server.ts';
import {
  SOCIAL_PICTURE,
  type SocialPictureContent,
  type SocialShape,
  socialPictureSize,
} from './social-picture.ts';
import { setLabel, setTitle } from './title-lines.server.ts';
import { loadTypefaces } from './typefaces.server.ts';

/* All in units of the design: pixels of a link preview. Other shapes are drawn on a canvas of the same area, and then scaled. */
const AREA = SOCIAL_PICTURE.width * SOCIAL_PICTURE.height;
const MARGIN = 80;
const BAR = { y: MARGIN - 22, width: 64, height: 8 } as const;
const SECTION = { size: 32, baseline: 122 } as const;
/** `bottom` is the distance from the bottom of the canvas. */
const PUBLICATION = { size: 34, bottom: 72 } as const;
const RULE = { bottom: 128, height: 2 } as const;
/** Between section and rule. */
const TITLE_AREA = { top: 150, bottom: 146 } as const;
/** Height of a capital letter, in em. */
const CAP_HEIGHT = 0.67;

const INK = '#fbf9f5';
/** Share of the ink in the rule, which is only decoration. */
const RULE_OPACITY = 0.4;

let typefaces: ReturnType<typeof loadTypefaces> | undefined;

interface Canvas {
  readonly width: number;
  readonly height: number;
}

/**
 * Renders a social picture as SVG that contains outlines instead of text, so that it looks the same everywhere. What has a
 * character without a glyph is left out; the name of the publication takes the place of such a title. If nothing remains, the
 * picture is the color and the bar.
 */
export function renderSocialPicture(content: SocialPictureContent, shape: SocialShape): string {
  const size = socialPictureSize(shape);
  const canvas = canvasOf(size);
  const { title: titleChain, label: labelChain } = (typefaces ??= loadTypefaces());
  const title = toRenderable(content.title, titleChain, content.lang);
  const heading = title ?? toRenderable(content.publication, titleChain);
  const section = toRenderable(content.section, labelChain);
  const publication = title === null ? null : toRenderable(content.publication, labelChain);
  const isRightToLeft = (heading ?? section)?.isRightToLeft ?? false;
  const label = (renderable: RenderableText, { size: fontSize, baseline }: Omit<Place, 'isRightToLeft'>) =>
    outlines(setLabel(renderable, textWidth(canvas) / fontSize), canvas, {
      size: fontSize,
      baseline,
      isRightToLeft,
    });
  const barX = isRightToLeft ? canvas.width - MARGIN - BAR.width : MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${canvas.width} ${canvas.height}">`,
    `<rect width="${canvas.width}" height="${canvas.height}" fill="${content.color}"/>`,
    `<g fill="${INK}">`,
    `<rect x="${barX}" y="${BAR.y}" width="${BAR.width}" height="${BAR.height}"/>`,
    section === null ? '' : label(section, SECTION),
    heading === null ? '' : titleOutlines(heading, canvas, isRightToLeft),
    publication === null
      ? ''
      : ruleOf(canvas) +
        label(publication, { size: PUBLICATION.size, baseline: canvas.height - PUBLICATION.bottom }),
    '</g></svg>',
  ].join('');
}

function canvasOf({ width, height }: Canvas): Canvas {
  const scale = Math.sqrt(AREA / (width * height));
  return { width: width * scale, height: height * scale };
}

const textWidth = ({ width }: Canvas) => width - 2 * MARGIN;

const ruleOf = (canvas: Canvas) =>
  `<rect x="${MARGIN}" y="${canvas.height - RULE.bottom}" width="${textWidth(canvas)}" height="${RULE.height}" fill-opacity="${RULE_OPACITY}"/>`;

/** In the middle of its area, from the top of the capitals to the depth of the last line. */
function titleOutlines(title: RenderableText, canvas: Canvas, isRightToLeft: boolean): string {
  const height = canvas.height - TITLE_AREA.top - TITLE_AREA.bottom;
  const { size, leading, depth, lines } = setTitle(title, { width: textWidth(canvas), height });
  const shown = (lines.length - 1) * leading + size * CAP_HEIGHT + depth;
  const first = TITLE_AREA.top + (height - shown) / 2 + size * CAP_HEIGHT;
  return lines
    .map((line, index) => outlines(line, canvas, { size, baseline: first + index * leading, isRightToLeft }))
    .join('');
}

interface Place {
  readonly size: number;
  readonly baseline: number;
  readonly isRightToLeft: boolean;
}

/** The glyphs of a line at the margin at which its text begins. */
function outlines(
  { glyphs, width }: ShapedLine,
  canvas: Canvas,
  { size, baseline, isRightToLeft }: Place,
): string {
  const left = isRightToLeft ? canvas.width - MARGIN - width * size : MARGIN;
  return glyphs
    .map(({ typeface, id, x, y }) => {
      const scale = size / typeface.unitsPerEm;
      const [dx, dy] = [left + x * size, baseline - y * size].map((value) => value.toFixed(2));
      return `<path transform="translate(${dx} ${dy}) scale(${scale} ${-scale})" d="${typeface.font.glyphToPath(id)}"/>`;
    })
    .join('');
}
