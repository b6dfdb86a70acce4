import {
  type Point,
  background,
  box,
  curve,
  disc,
  fill,
  inside,
  line,
  move,
  outline,
  overprint,
  picture,
  polygon,
  ring,
  canvas,
  steps,
  stroke,
} from './drawing.ts';
import { darken, hues, ink, lighten, paper, vermilion } from './palette.ts';
import { type Random, between, pick } from './random.ts';

const red = hues.sports;
const grass = hues.economySociety;
/** The inner edge of the stands: half its straight sides, and the radius of its corners. */
const edge = { across: 150, down: 84, corner: 96 } as const;
const depth = 216;
const blocks = 56;
const awayBlocks = new Set([5, 6, 7, 8, 9, 10, 11, 12]);

/** A full stadium straight from above: the crowd a mosaic, half of it in the evening shade, latecomers at the gates. */
export function stadiumBowl(random: Random): string {
  return picture(
    background(red),
    move(canvas.middle + 96, 405 + 84, -16, fill(rim(depth + 22), darken(red, 0.42))),
    ...queues(random),
    move(
      canvas.middle,
      405,
      -16,
      fill(rim(depth + 22), paper),
      fill(rim(depth + 8), ink),
      ...stands(random),
      fill(rim(0), lighten(red, 0.86)),
      pitch(),
      eveningShade(),
    ),
  );
}

/** A point of the stands: position around the bowl (0 to 1), and distance from its inner edge. */
function seat(turn: number, out: number): Point {
  const { across, down, corner } = edge;
  const arc = (Math.PI / 2) * (corner + depth / 2);
  const sides: [length: number, place: (share: number) => Point][] = [
    [2 * down, (share) => [across + corner + out, -down + share * 2 * down]],
    [arc, (share) => around(across, down, share * 90, out)],
    [2 * across, (share) => [across - share * 2 * across, down + corner + out]],
    [arc, (share) => around(-across, down, 90 + share * 90, out)],
    [2 * down, (share) => [-across - corner - out, down - share * 2 * down]],
    [arc, (share) => around(-across, -down, 180 + share * 90, out)],
    [2 * across, (share) => [-across + share * 2 * across, -down - corner - out]],
    [arc, (share) => around(across, -down, 270 + share * 90, out)],
  ];
  let left = turn * sides.reduce((sum, [length]) => sum + length, 0);
  for (const [length, place] of sides) {
    if (left <= length) return place(left / length);
    left -= length;
  }
  return seat(0, out);
}

function around(x: number, y: number, degrees: number, out: number): Point {
  const angle = (degrees / 180) * Math.PI;
  return [x + Math.cos(angle) * (edge.corner + out), y + Math.sin(angle) * (edge.corner + out)];
}

function rim(out: number): string {
  return outline(steps(240).map((step) => seat(step / 240, out)));
}

function stands(random: Random): string[] {
  const tiers = 8;
  return steps(blocks).flatMap((block) =>
    steps(tiers).map((tier) => {
      const [from, to] = [(block + 0.07) / blocks, (block + 0.93) / blocks];
      const [near, far] = [14 + tier * 25 + (tier > 3 ? 6 : 0), 14 + tier * 25 + (tier > 3 ? 6 : 0) + 20];
      const home = pick(random, [red, vermilion, lighten(red, 0.3), lighten(red, 0.62), lighten(red, 0.82)]);
      const color = awayBlocks.has(block) ? pick(random, [paper, lighten(ink, 0.25), paper]) : home;
      return polygon([seat(from, near), seat(to, near), seat(to, far), seat(from, far)], color);
    }),
  );
}

function pitch(): string {
  return [
    box(-198, -128, 396, 256, grass),
    ...steps(5).map((band) => box(-198 + band * 80, -128, 40, 256, lighten(grass, 0.1))),
    chalk(-198, -128, 396, 256),
    chalk(-198, -68, 56, 136),
    chalk(142, -68, 56, 136),
    line([0, -128], [0, 128], paper, 4),
    ring(0, 0, 36, paper, 4),
    disc(0, 0, 7, paper),
  ].join('');
}

function chalk(left: number, top: number, width: number, height: number): string {
  return stroke(`M${left} ${top}h${width}v${height}h${-width}Z`, paper, 4);
}

function eveningShade(): string {
  const shadow = `${curve([
    [-520, 60],
    [-200, -10],
    [60, -20],
    [240, -120],
    [330, -420],
  ])}L-600 -420Z`;
  return inside('bowl', rim(depth + 8), overprint(fill(shadow, lighten(ink, 0.45))));
}

function queues(random: Random): string[] {
  const roads: [from: Point, to: Point][] = [
    [
      [0, 160],
      [330, 330],
    ],
    [
      [0, 620],
      [330, 540],
    ],
    [
      [1440, 110],
      [1090, 300],
    ],
    [
      [1440, 470],
      [1140, 420],
    ],
    [
      [250, 0],
      [440, 160],
    ],
  ];
  return roads.flatMap(([from, to]) =>
    steps(34).map((person) => {
      const along = between(random, 0, 1) ** 0.7;
      const stray = 26 * (1 - along) + 7;
      const x = from[0] + (to[0] - from[0]) * along + between(random, -stray, stray);
      const y = from[1] + (to[1] - from[1]) * along + between(random, -stray, stray);
      return disc(x, y, 5, person % 4 === 0 ? ink : paper);
    }),
  );
}
