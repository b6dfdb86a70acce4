import { type RenderableText, toRenderable } from './renderable-text.ts';
import type { ShapedLine } from './shaping.server.ts';
import { SOCIAL_PICTURE, type SocialPictureContent } from './social-picture.ts';
import { setLabel, setTitle } from './title-lines.server.ts';
import { loadTypefaces } from './typefaces.server.ts';

const { width: WIDTH, height: HEIGHT } = SOCIAL_PICTURE;

/* All in pixels. */
const MARGIN = 80;
const TEXT_WIDTH = WIDTH - 2 * MARGIN;
const SECTION = { size: 32, baseline: 122 } as const;
const PUBLICATION = { size: 34, baseline: 558 } as const;
const BAR = { y: MARGIN - 22, width: 64, height: 8 } as const;
const RULE = { y: 502, height: 2 } as const;
/** Between section and rule. */
const TITLE_AREA = { top: 150, bottom: 484 } as const;
/** Height of a capital letter, in em. */
const CAP_HEIGHT = 0.67;

const INK = '#fbf9f5';
/** Share of the ink in the rule, which is only decoration. */
const RULE_OPACITY = 0.4;

const RULE_ELEMENT = `<rect x="${MARGIN}" y="${RULE.y}" width="${TEXT_WIDTH}" height="${RULE.height}" fill-opacity="${RULE_OPACITY}"/>`;

let typefaces: ReturnType<typeof loadTypefaces> | undefined;

/**
 * Renders a social picture as SVG that contains outlines instead of text, so that it looks the same everywhere. What has a
 * character without a glyph is left out; the name of the publication takes the place of such a title. If nothing remains, the
 * picture is the color and the bar.
 */
export function renderSocialPicture(content: SocialPictureContent): string {
  const { title: titleChain, label: labelChain } = (typefaces ??= loadTypefaces());
  const title = toRenderable(content.title, titleChain, content.lang);
  const heading = title ?? toRenderable(content.publication, titleChain);
  const section = toRenderable(content.section, labelChain);
  const publication = title === null ? null : toRenderable(content.publication, labelChain);
  const isRightToLeft = (heading ?? section)?.isRightToLeft ?? false;
  const label = (renderable: RenderableText | null, { size, baseline }: { size: number; baseline: number }) =>
    renderable === null
      ? ''
      : outlines(setLabel(renderable, TEXT_WIDTH / size), { size, baseline, isRightToLeft });
  const barX = isRightToLeft ? WIDTH - MARGIN - BAR.width : MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${content.color}"/>`,
    `<g fill="${INK}">`,
    `<rect x="${barX}" y="${BAR.y}" width="${BAR.width}" height="${BAR.height}"/>`,
    label(section, SECTION),
    heading === null ? '' : titleOutlines(heading, isRightToLeft),
    publication === null ? '' : RULE_ELEMENT + label(publication, PUBLICATION),
    '</g></svg>',
  ].join('');
}

/** In the middle of its area, from the top of the capitals to the depth of the last line. */
function titleOutlines(title: RenderableText, isRightToLeft: boolean): string {
  const height = TITLE_AREA.bottom - TITLE_AREA.top;
  const { size, leading, depth, lines } = setTitle(title, { width: TEXT_WIDTH, height });
  const shown = (lines.length - 1) * leading + size * CAP_HEIGHT + depth;
  const first = TITLE_AREA.top + (height - shown) / 2 + size * CAP_HEIGHT;
  return lines
    .map((line, index) => outlines(line, { size, baseline: first + index * leading, isRightToLeft }))
    .join('');
}

interface Place {
  readonly size: number;
  readonly baseline: number;
  readonly isRightToLeft: boolean;
}

/** The glyphs of a line at the margin at which its text begins. */
function outlines({ glyphs, width }: ShapedLine, { size, baseline, isRightToLeft }: Place): string {
  const left = isRightToLeft ? WIDTH - MARGIN - width * size : MARGIN;
  return glyphs
    .map(({ typeface, id, x, y }) => {
      const scale = size / typeface.unitsPerEm;
      const [dx, dy] = [left + x * size, baseline - y * size].map((value) => value.toFixed(2));
      return `<path transform="translate(${dx} ${dy}) scale(${scale} ${-scale})" d="${typeface.font.glyphToPath(id)}"/>`;
    })
    .join('');
}
