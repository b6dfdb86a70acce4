import {
  type Point,
  background,
  box,
  curve,
  disc,
  move,
  picture,
  ring,
  canvas,
  steps,
  stroke,
} from './drawing.ts';
import { darken, hues, ink, lighten, mix, paper, vermilion } from './palette.ts';
import { type Random, between, pick } from './random.ts';

const plum = hues.culture;
const floors = [268, 548, 828] as const;
const reel = { x: canvas.middle, y: 408, radius: 126 };

/** Between the bound volumes stands a reel of tape; its voice runs out along the shelf. */
export function archiveShelf(random: Random): string {
  return picture(
    background(darken(plum, 0.5)),
    row(random, 0, -12, 470),
    row(random, 0, 1010, 1460),
    row(random, 1, -12, 540),
    row(random, 1, 900, 1460),
    row(random, 2, -12, 330),
    row(random, 2, 1150, 1460),
    move(482, floors[0], -12, volume(random, 0, 0, 52, 206)),
    move(970, floors[0], 11, volume(random, -40, 0, 40, 196)),
    move(1092, floors[2], 15, volume(random, -58, 0, 58, 214)),
    ...floors.map((y) => box(0, y, canvas.width, 20, ink)),
    tape(),
    tapeReel(),
  );
}

function row(random: Random, shelf: 0 | 1 | 2, from: number, to: number): string {
  const floor = floors[shelf];
  const volumes: string[] = [];
  let x = from;
  while (x < to - 40) {
    const width = Math.min(pick(random, [34, 42, 52, 64, 78]), to - x);
    const height = 236 * between(random, 0.66, 0.96);
    volumes.push(volume(random, x, floor, width, height));
    x += width + 3;
  }
  return volumes.join('');
}

function volume(random: Random, x: number, floor: number, width: number, height: number): string {
  const cloth = pick(random, [
    plum,
    lighten(plum, 0.3),
    lighten(plum, 0.58),
    lighten(plum, 0.8),
    darken(plum, 0.25),
    mix(plum, vermilion, 0.6),
  ]);
  const trim = pick(random, [paper, ink, darken(plum, 0.3)]);
  const top = floor - height;
  const spine = box(x, top, width, height, cloth);
  const bands = [box(x, top + 24, width, 7, trim), box(x, floor - 36, width, 7, trim)];
  const label = box(x + width * 0.22, top + height * 0.36, width * 0.56, height * 0.2, trim, 3);
  const dots = [0.5, 0.58, 0.66].map((place) => disc(x + width / 2, top + height * place, 5, trim));
  return [spine, ...pick(random, [bands, [...bands, label], dots, [label], [...bands, ...dots]])].join('');
}

function tapeReel(): string {
  const { x, y, radius } = reel;
  const holes = steps(3).map((hole) => {
    const angle = (hole / 3) * 2 * Math.PI - Math.PI / 2;
    return disc(x + Math.cos(angle) * 68, y + Math.sin(angle) * 68, 32, ink);
  });
  return [
    disc(x, y, radius + 10, ink),
    disc(x, y, radius, vermilion),
    ring(x, y, radius - 14, mix(vermilion, paper, 0.3), 4),
    ...holes,
    disc(x, y, 18, paper),
  ].join('');
}

function tape(): string {
  const run: Point[] = [
    [reel.x + 70, reel.y + 116],
    [862, 520],
    [900, 600],
    [830, 676],
    [640, 640],
    [450, 672],
    [420, 750],
    [560, 786],
    [760, 740],
    [980, 650],
    [1180, 690],
    [1320, 640],
    [1480, 660],
  ];
  return stroke(curve(run), ink, 22) + stroke(curve(run), paper, 13);
}
