import {
  type Point,
  background,
  box,
  curve,
  disc,
  fade,
  fill,
  line,
  lineScreen,
  pair,
  picture,
  steps,
  stroke,
} from './drawing.ts';
import { darken, hues, ink, lighten, mix, paper, vermilion } from './palette.ts';

const sand = hues.africanAffairs;
const water = hues.globalPolitics;

/** A river bends away between dunes while a boatman poles towards a low sun. */
export function riverDunes(): string {
  return picture(
    fade('sky', lighten(sand, 0.9), lighten(sand, 0.58)),
    lineScreen('ripples', darken(sand, 0.52), 15, 4, -24),
    background('url(#sky)'),
    disc(812, 196, 112, vermilion),
    dune([-120, 470], [250, 250], [700, 470], [330, 470], 0.34, 0.16),
    dune([820, 470], [1190, 214], [1640, 470], [1060, 470], 0.4, 0.1),
    plain(),
    river(),
    dune([-260, 830], [150, 430], [640, 830], [240, 830], 0.12, 0.3),
    dune([900, 860], [1330, 400], [1800, 860], [1130, 860], 0.2, 0.36),
    boat(),
  );
}

/** Light on the left of the crest, shade on its right; the crest wanders down to the foot. */
function dune(left: Point, peak: Point, right: Point, foot: Point, light: number, dark: number): string {
  const rise = foot[1] - peak[1];
  const crest: Point[] = [
    peak,
    [peak[0] + rise * 0.22, peak[1] + rise * 0.22],
    [peak[0] + rise * 0.02, peak[1] + rise * 0.55],
    foot,
  ];
  const windward = `M${pair(left)}C${pair([toward(left[0], peak[0], 0.45), left[1]])} ${pair([toward(left[0], peak[0], 0.8), peak[1] + rise * 0.12])} ${pair(peak)}`;
  const shoulder = pair([toward(peak[0], right[0], 0.55), peak[1] + rise * 0.1]);
  const heel = pair([toward(peak[0], right[0], 0.8), peak[1] + rise * 0.9]);
  const shade = `${curve(crest)}L${pair(right)}C${heel} ${shoulder} ${pair(peak)}Z`;
  return (
    fill(`${windward}C${shoulder} ${heel} ${pair(right)}Z`, lighten(sand, light)) +
    fill(shade, darken(sand, dark)) +
    fill(shade, 'url(#ripples)')
  );
}

function toward(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function plain(): string {
  return box(0, 468, 1440, 342, lighten(sand, 0.46));
}

function river(): string {
  const leftBank: Point[] = [
    [676, 469],
    [590, 492],
    [560, 520],
    [720, 566],
    [772, 622],
    [560, 720],
    [470, 830],
  ];
  const rightBank: Point[] = [
    [1080, 830],
    [1010, 730],
    [1100, 640],
    [960, 570],
    [700, 528],
    [640, 502],
    [716, 469],
  ];
  return fill(`${curve(leftBank)}${curve(rightBank).replace('M', 'L')}Z`, water) + reflections();
}

function reflections(): string {
  return steps(7)
    .map((row) => {
      const width = 44 + row * 24;
      return box(
        818 - width / 2 + (row % 2 ? 18 : -14),
        556 + row * 37,
        width,
        7 + row,
        mix(vermilion, water, 0.1),
        5,
      );
    })
    .join('');
}

function boat(): string {
  return [
    line([934, 520], [846, 770], ink, 6),
    fill('M742 662C800 700 944 704 1034 648C1002 728 800 740 742 662Z', ink),
    fill('M872 600C884 590 902 590 912 602C922 630 928 660 930 690H858C860 660 864 626 872 600Z', paper),
    stroke('M902 612L918 578M880 618L902 632', paper, 12),
    disc(890, 570, 16, ink),
    fill('M870 566C872 544 908 544 912 564C900 572 884 574 870 566Z', vermilion),
  ].join('');
}
