import { background, box, disc, fill, picture, polygon, canvas, steps } from './drawing.ts';
import { darken, hues, ink, lighten, mix, paper, vermilion } from './palette.ts';

const green = hues.economySociety;
const lamplight = mix(paper, hues.africanAffairs, 0.22);

/** An apartment house in the evening; behind every window someone to be counted, at the door the one who counts. */
export function litWindows(): string {
  return picture(
    background(lighten(green, 0.66)),
    disc(1150, 190, 120, vermilion),
    neighbour(-20, 250, 300, lighten(green, 0.42)),
    neighbour(1150, 330, 320, lighten(green, 0.42)),
    box(252, 70, 936, 760, darken(green, 0.45)),
    box(232, 50, 976, 34, ink),
    ...households.flatMap((floor, level) => floor.map((life, column) => window(life, level, column))),
    groundFloor(),
    enumerator(),
  );
}

type Life = (x: number, y: number) => string;

const households: Life[][] = [
  [someone, cat, dark, blind, lamp, couple],
  [dark, couple, plant, dark, reader, blind],
  [lamp, blind, someone, couple, dark, plant],
];

function neighbour(x: number, y: number, width: number, tone: string): string {
  const panes = steps(6).flatMap((floor) =>
    steps(3).map((column) => box(x + 44 + column * 84, y + 44 + floor * 88, 40, 52, lighten(tone, 0.25))),
  );
  return box(x, y, width, 600, tone) + panes.join('');
}

function window(life: Life, level: number, column: number): string {
  const [x, y] = [296 + column * 146, 126 + level * 176];
  const glow =
    life === dark
      ? darken(green, 0.72)
      : life === cat || life === reader
        ? lighten(vermilion, 0.42)
        : lamplight;
  return [
    box(x - 8, y - 8, 128, 136, ink),
    box(x, y, 112, 120, glow),
    life(x, y),
    box(x - 14, y + 120, 140, 12, lighten(green, 0.3)),
  ].join('');
}

function someone(x: number, y: number): string {
  return (
    disc(x + 62, y + 52, 20, ink) +
    fill(
      `M${x + 24} ${y + 120}C${x + 26} ${y + 88} ${x + 40} ${y + 78} ${x + 62} ${y + 78}S${x + 98} ${y + 88} ${x + 100} ${y + 120}Z`,
      ink,
    )
  );
}

function couple(x: number, y: number): string {
  const one = (at: number, head: number, tone: string) =>
    disc(x + at, y + head, 15, tone) +
    fill(
      `M${x + at - 26} ${y + 120}C${x + at - 26} ${y + head + 30} ${x + at - 14} ${y + head + 20} ${x + at} ${y + head + 20}S${x + at + 26} ${y + head + 30} ${x + at + 26} ${y + 120}Z`,
      tone,
    );
  return one(38, 60, darken(green, 0.3)) + one(80, 78, ink);
}

function plant(x: number, y: number): string {
  const leaves = [-0.9, -0.45, 0, 0.45, 0.9].map((lean) =>
    fill(
      `M${x + 56} ${y + 96}Q${x + 56 + lean * 60 - 14} ${y + 60} ${x + 56 + lean * 50} ${y + 28 + Math.abs(lean) * 22}Q${x + 56 + lean * 30 + 14} ${y + 70} ${x + 56} ${y + 96}Z`,
      green,
    ),
  );
  return (
    leaves.join('') +
    polygon(
      [
        [x + 34, y + 88],
        [x + 78, y + 88],
        [x + 70, y + 120],
        [x + 42, y + 120],
      ],
      vermilion,
    )
  );
}

function blind(x: number, y: number): string {
  const slats = steps(5).map((slat) => box(x, y + slat * 14, 112, 11, lighten(green, 0.3)));
  return slats.join('') + box(x + 88, y + 70, 3, 26, ink) + disc(x + 89.5, y + 99, 5, vermilion);
}

function reader(x: number, y: number): string {
  return (
    disc(x + 40, y + 48, 18, ink) +
    fill(
      `M${x + 8} ${y + 120}C${x + 10} ${y + 84} ${x + 22} ${y + 72} ${x + 40} ${y + 72}S${x + 72} ${y + 84} ${x + 74} ${y + 120}Z`,
      ink,
    ) +
    polygon(
      [
        [x + 62, y + 74],
        [x + 98, y + 62],
        [x + 102, y + 104],
        [x + 66, y + 112],
      ],
      paper,
    )
  );
}

function cat(x: number, y: number): string {
  return (
    fill(
      `M${x + 34} ${y + 120}C${x + 30} ${y + 84} ${x + 44} ${y + 76} ${x + 56} ${y + 74}C${x + 76} ${y + 78} ${x + 84} ${y + 98} ${x + 82} ${y + 120}Z`,
      ink,
    ) +
    disc(x + 54, y + 64, 17, ink) +
    polygon(
      [
        [x + 38, y + 62],
        [x + 40, y + 38],
        [x + 54, y + 50],
        [x + 68, y + 38],
        [x + 70, y + 62],
      ],
      ink,
    ) +
    fill(
      `M${x + 80} ${y + 120}C${x + 108} ${y + 116} ${x + 104} ${y + 86} ${x + 92} ${y + 84}C${x + 98} ${y + 96} ${x + 94} ${y + 108} ${x + 78} ${y + 110}Z`,
      ink,
    )
  );
}

function lamp(x: number, y: number): string {
  return (
    box(x + 54, y, 4, 34, ink) +
    polygon(
      [
        [x + 40, y + 34],
        [x + 72, y + 34],
        [x + 92, y + 66],
        [x + 20, y + 66],
      ],
      vermilion,
    ) +
    box(x + 8, y + 104, 96, 6, ink) +
    box(x + 30, y + 88, 30, 16, green)
  );
}

function dark(x: number, y: number): string {
  return box(x + 54, y, 4, 120, ink);
}

function groundFloor(): string {
  return [
    box(0, 762, canvas.width, 48, ink),
    box(664, 644, 112, 120, lamplight),
    box(648, 628, 144, 16, ink),
    polygon(
      [
        [664, 764],
        [776, 764],
        [880, 810],
        [560, 810],
      ],
      mix(lamplight, ink, 0.35),
    ),
  ].join('');
}

function enumerator(): string {
  return [
    disc(712, 668, 15, ink),
    fill('M686 770C684 706 694 688 712 688S742 706 740 770Z', ink),
    polygon(
      [
        [734, 708],
        [764, 702],
        [768, 738],
        [738, 744],
      ],
      vermilion,
    ),
  ].join('');
}
