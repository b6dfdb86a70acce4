import { background, box, disc, fade, fill, inside, line, picture, steps } from './drawing.ts';
import { darken, hues, ink, lighten, mix, paper, vermilion } from './palette.ts';
import { type Random, pick } from './random.ts';

const horizon = 610;
const sun = { x: 800, y: 452, radius: 236 };
const sea = hues.globalPolitics;

/** A quay crane at dusk holds one pale container in front of the setting sun. */
export function portCrane(random: Random): string {
  return picture(
    fade('sky', paper, mix(vermilion, paper, 0.66)),
    background('url(#sky)'),
    inside('above-water', `M0 0H1440V${horizon}H0Z`, disc(sun.x, sun.y, sun.radius, vermilion)),
    farCranes(),
    box(0, horizon, 1440, 200, sea),
    reflection(),
    ship(random),
    crane(),
    hangingContainer(),
    box(0, 706, 668, 104, ink),
  );
}

function farCranes(): string {
  const haze = mix(sea, mix(vermilion, paper, 0.66), 0.45);
  const one = (x: number, boomTip: readonly [number, number]) =>
    [
      box(x, 470, 9, 140, haze),
      box(x + 52, 470, 9, 140, haze),
      box(x - 50, 464, 120, 10, haze),
      line([x + 56, 468], boomTip, haze, 9),
      line([x + 56, 468], [x + 40, 372], haze, 7),
      line([x + 40, 372], boomTip, haze, 3),
      line([x + 40, 372], [x - 46, 466], haze, 3),
    ].join('');
  return one(76, [168, 318]) + one(232, [324, 318]) + box(0, 590, 430, 20, haze);
}

function reflection(): string {
  return steps(7)
    .map((row) => {
      const width = 430 - row * 52;
      return box(
        sun.x - width / 2 + (row % 2 ? 26 : -18),
        horizon + 12 + row * 27,
        width,
        9,
        mix(vermilion, sea, 0.12 + row * 0.08),
        4,
      );
    })
    .join('');
}

function ship(random: Random): string {
  const colors = [
    darken(sea, 0.25),
    lighten(sea, 0.28),
    lighten(sea, 0.62),
    paper,
    darken(sea, 0.55),
  ] as const;
  const heights = [1, 2, 3, 3, 4, 4, 3, 4, 4];
  const boxes = heights.flatMap((height, column) =>
    steps(height).map((level) =>
      box(894 + column * 68, 600 - (level + 1) * 34, 64, 31, pick(random, colors)),
    ),
  );
  return [
    ...boxes,
    fill('M786 566H880V598H1440V716H846C826 660 812 612 786 566Z', ink),
    fill('M835 690H1440V716H846Z', vermilion),
  ].join('');
}

function crane(): string {
  const boom = 268;
  const apex = [508, 84] as const;
  return [
    box(396, boom, 20, 440, ink),
    box(560, boom, 20, 440, ink),
    box(396, 470, 184, 16, ink),
    line([406, 478], [570, 640], ink, 9),
    line([570, 478], [406, 640], ink, 9),
    box(376, 690, 60, 22, ink),
    box(540, 690, 60, 22, ink),
    box(200, boom - 4, 980, 22, ink),
    box(286, boom - 54, 118, 52, ink),
    line([570, boom], apex, ink, 16),
    line([406, boom], apex, ink, 12),
    line(apex, [1160, boom], ink, 5),
    line(apex, [860, boom], ink, 5),
    line(apex, [214, boom], ink, 5),
    disc(apex[0], apex[1], 11, ink),
  ].join('');
}

function hangingContainer(): string {
  const [left, top] = [704, 420] as const;
  return [
    box(752, 284, 96, 20, ink),
    line([766, 300], [724, 404], ink, 4),
    line([834, 300], [876, 404], ink, 4),
    box(700, 402, 200, 14, ink),
    box(left, top, 192, 82, paper),
    ...steps(11).map((rib) => box(left + 12 + rib * 16, top + 10, 5, 62, lighten(sea, 0.62))),
    fill(`M${left} ${top + 82}h192v-10h-192Z`, lighten(sea, 0.4)),
  ].join('');
}
