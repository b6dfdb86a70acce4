import {
  type Point,
  background,
  box,
  circlePath,
  disc,
  fill,
  line,
  lineScreen,
  pair,
  picture,
  ring,
  canvas,
  steps,
  stroke,
} from './drawing.ts';
import { darken, hues, ink, lighten, paper, vermilion } from './palette.ts';

const slate = hues.mediaPower;

interface Roll {
  x: number;
  y: number;
  radius: number;
  /** 1 when the paper runs under the roll on its way to the right, -1 when it runs over it. */
  side: 1 | -1;
}

const reel: Roll = { x: 170, y: 470, radius: 250, side: -1 };
const cylinder: Roll = { x: 716, y: 330, radius: 214, side: -1 };
/** The last one is not drawn: there the paper reaches the finished copies. */
const rolls: [Roll, ...Roll[]] = [
  reel,
  { x: 474, y: 622, radius: 62, side: 1 },
  cylinder,
  { x: 974, y: 610, radius: 84, side: 1 },
  { x: 1180, y: 250, radius: 118, side: -1 },
  { x: 1244, y: 602, radius: 12, side: 1 },
];

/** A web of paper leaves the reel, winds through the press and comes down printed. */
export function printingPress(): string {
  return picture(
    lineScreen('steel', lighten(slate, 0.15), 14, 6, 90),
    background(slate),
    frame(),
    ...rolls.slice(1, -1).map(roller),
    inkedCylinder(),
    stroke(webPath(0), ink, 30),
    unprintedReel(),
    stroke(webPath(0), paper, 20),
    stroke(webPath(3), slate, 8, '44 22 18 22 60 22'),
    delivered(),
  );
}

function frame(): string {
  const iron = darken(slate, 0.36);
  return [
    box(420, 0, 108, 810, iron),
    box(920, 0, 108, 810, iron),
    box(0, 56, canvas.width, 46, iron),
    ...[474, 974].flatMap((x) => [79, 200, 420].map((y) => disc(x, y, 9, lighten(slate, 0.3)))),
    box(0, 720, canvas.width, 90, ink),
  ].join('');
}

function unprintedReel(): string {
  return [
    disc(reel.x, reel.y, reel.radius + 15, ink),
    disc(reel.x, reel.y, reel.radius + 10, paper),
    ...[40, 76, 112, 148].map((inset) => ring(reel.x, reel.y, reel.radius - inset, lighten(slate, 0.62), 6)),
    disc(reel.x, reel.y, 74, ink),
    disc(reel.x, reel.y, 26, lighten(slate, 0.4)),
  ].join('');
}

function roller({ x, y, radius }: Roll): string {
  return [
    disc(x, y, radius, lighten(slate, 0.5)),
    fill(circlePath(x, y, radius), 'url(#steel)'),
    disc(x, y, radius * 0.6, darken(slate, 0.6)),
    disc(x, y, radius * 0.18, paper),
  ].join('');
}

function inkedCylinder(): string {
  const { x, y, radius } = cylinder;
  const spokes = steps(6).map((spoke) => {
    const angle = (spoke / 6) * 2 * Math.PI + Math.PI / 6;
    return line([x, y], [x + Math.cos(angle) * 140, y + Math.sin(angle) * 140], vermilion, 20);
  });
  return [
    disc(x, y, radius, vermilion),
    disc(x, y, 150, darken(vermilion, 0.45)),
    ...spokes,
    disc(x, y, 54, ink),
    disc(x, y, 18, paper),
  ].join('');
}

/** The path of the paper from one roll to the end: straight along the tangent of two rolls, curved on a roll. */
function webPath(firstRoll: number): string {
  const way = rolls.slice(firstRoll);
  const touches = way.slice(1).map((roll, index) => tangent(way[index] ?? roll, roll));
  return touches
    .map(({ leave, arrive }, index) => {
      const roll = way[index] ?? reel;
      const before = touches[index - 1];
      const onRoll = before
        ? `A${roll.radius} ${roll.radius} 0 ${wrap(before.arrive, leave, roll)} ${roll.side === 1 ? 0 : 1} `
        : 'M';
      return `${onRoll}${pair(leave)}L${pair(arrive)}`;
    })
    .join('');
}

function tangent(from: Roll, to: Roll): { leave: Point; arrive: Point } {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const distance = Math.hypot(across, down);
  const angle =
    Math.atan2(down, across) + Math.acos((from.radius * from.side - to.radius * to.side) / distance);
  const touch = (roll: Roll): Point => [
    roll.x + Math.cos(angle) * roll.radius * roll.side,
    roll.y + Math.sin(angle) * roll.radius * roll.side,
  ];
  return { leave: touch(from), arrive: touch(to) };
}

/** The large-arc flag: 1 when the paper covers more than half of the roll. */
function wrap(arrive: Point, leave: Point, roll: Roll): 0 | 1 {
  const start = Math.atan2(arrive[1] - roll.y, arrive[0] - roll.x);
  const end = Math.atan2(leave[1] - roll.y, leave[0] - roll.x);
  const turn = (roll.side === 1 ? start - end : end - start) + 4 * Math.PI;
  return turn % (2 * Math.PI) > Math.PI ? 1 : 0;
}

function delivered(): string {
  return steps(8)
    .map((copy) =>
      box(1128 + (copy % 2) * 10, 714 - copy * 15, 236, 12, copy % 3 === 1 ? vermilion : paper, 5),
    )
    .join('');
}
