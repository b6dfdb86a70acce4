import {
  type Point,
  background,
  box,
  curve,
  disc,
  fill,
  inside,
  line,
  lineScreen,
  circlePath,
  picture,
  polygon,
  canvas,
  steps,
} from './drawing.ts';
import { darken, hues, ink, lighten, mix, paper, vermilion } from './palette.ts';
import { type Random, between } from './random.ts';

const slate = hues.mediaPower;
const lamplight = mix(paper, hues.africanAffairs, 0.25);
const top: Point = [canvas.middle, 214];
const ground = 700;
const farHill: Point[] = [
  [-40, 590],
  [220, 556],
  [480, 612],
  [760, 640],
  [1040, 590],
  [1260, 540],
  [1480, 580],
];
const nearHill: Point[] = [
  [-40, 668],
  [260, 700],
  [520, 684],
  [720, 672],
  [930, 690],
  [1200, 712],
  [1480, 668],
];
const foreground: Point[] = [
  [-40, 782],
  [240, 770],
  [600, 792],
  [900, 776],
  [1480, 786],
];

/** A mast on a night hill; its rings reach every house in the valley. */
export function radioMast(random: Random): string {
  return picture(
    lineScreen('waves', darken(slate, 0.35), 14, 4),
    background(darken(slate, 0.4)),
    rings(),
    village(random, farHill, 11, 0.8, darken(slate, 0.58)),
    mast(),
    village(random, nearHill, 7, 1.3, darken(slate, 0.8)),
    village(random, foreground, 0, 1, ink),
  );
}

function rings(): string {
  const radii = [760, 610, 480, 365, 262, 172, 96];
  return radii
    .map((radius, index) => {
      const tone =
        index < 4
          ? mix(darken(slate, 0.4), lighten(slate, 0.14), (index + 1) / 4)
          : lighten(slate, 0.1 + (index - 3) * 0.26);
      const flat = disc(top[0], top[1], radius, tone);
      return index % 2
        ? flat
        : flat +
            inside(
              `ring-${index}`,
              circlePath(top[0], top[1], radius),
              `<g opacity="0.22">${box(0, 0, canvas.width, canvas.height, 'url(#waves)')}</g>`,
            );
    })
    .join('');
}

function mast(): string {
  const [x, y] = top;
  const half = (height: number) => 8 + ((height - y) / (ground - y)) * 62;
  const bays = steps(8).map((bay) => y + (ground - y) * ((bay + 0.5) / 8.5) ** 1.12);
  const braces = bays.flatMap((height, index) => {
    const next = bays[index + 1];
    if (!next) return [];
    return [
      line([x - half(height), height], [x + half(next), next], ink, 6),
      line([x + half(height), height], [x - half(next), next], ink, 6),
      line([x - half(height), height], [x + half(height), height], ink, 6),
    ];
  });
  return [
    line([x - half(y), y], [x - half(ground), ground], ink, 12),
    line([x + half(y), y], [x + half(ground), ground], ink, 12),
    ...braces,
    line([x, y + 30], [x, y - 92], ink, 9),
    disc(x, y - 92, 30, vermilion),
  ].join('');
}

/** A hill with houses along its crest, all in one tone, so that at night only the windows tell them apart. */
function village(random: Random, crest: Point[], houses: number, size: number, tone: string): string {
  const homes = steps(houses).map((place) => {
    const x = ((place + 0.5) / houses) * canvas.width + between(random, -34, 34);
    const fromMast = Math.abs(x - canvas.middle);
    return fromMast < 120 ? '' : house(random, x, heightOf(crest, x), size, tone);
  });
  return homes.join('') + fill(`${curve(crest)}V810H-40Z`, tone);
}

function house(random: Random, x: number, foot: number, size: number, tone: string): string {
  const [wide, high] = [size * between(random, 58, 92), size * between(random, 34, 48)];
  const [left, eaves] = [x - wide / 2, foot - high];
  const chimney = box(left + wide * 0.68, eaves - 30 * size, 9 * size, 26 * size, tone);
  const windows = steps(wide > 80 * size ? 2 : 1).map((pane) =>
    box(
      left + wide * 0.2 + pane * 26 * size,
      eaves + 9 * size,
      13 * size,
      15 * size,
      random() > 0.35 ? lamplight : vermilion,
    ),
  );
  const roof = polygon(
    [
      [left - 8 * size, eaves + 1],
      [left + wide * 0.3, eaves - 26 * size],
      [left + wide * 0.7, eaves - 26 * size],
      [left + wide + 8 * size, eaves + 1],
    ],
    tone,
  );
  return [box(left, eaves, wide, high + 30, tone), chimney, roof, ...windows].join('');
}

function heightOf(crest: Point[], x: number): number {
  const after = crest.findIndex((point) => point[0] > x);
  const [from, to] = [crest[after - 1] ?? [0, 0], crest[after] ?? [1, 0]];
  return from[1] + ((x - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
}
