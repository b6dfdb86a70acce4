import {
  type Point,
  background,
  box,
  curve,
  disc,
  inside,
  line,
  move,
  overprint,
  picture,
  polygon,
  ring,
  stroke,
} from './drawing.ts';
import { darken, hues, ink, lighten, mix, paper, vermilion } from './palette.ts';

const red = hues.sports;
const half = { long: 560, wide: 360 } as const;
const referee: Point = [96, -24];
const ball: Point = [330, 118];

/** The pitch from above: the referee's sweeping diagonal, and what lies in sight from one point of it. */
export function refereeDiagonal(): string {
  return picture(
    background(lighten(red, 0.72)),
    move(
      720,
      405,
      -9,
      box(-half.long, -half.wide, half.long * 2, half.wide * 2, lighten(red, 0.86)),
      sight(),
      ...markings(),
      ...players(),
      diagonal(),
      ...officials(),
      disc(ball[0], ball[1], 11, paper),
      ring(ball[0], ball[1], 11, ink, 4),
    ),
  );
}

function markings(): string[] {
  const chalk = mix(red, paper, 0.2);
  const frame = (left: number, top: number, width: number, height: number) =>
    stroke(`M${left} ${top}h${width}v${height}h${-width}Z`, chalk, 5);
  return [
    frame(-half.long, -half.wide, half.long * 2, half.wide * 2),
    line([0, -half.wide], [0, half.wide], chalk, 5),
    ring(0, 0, 98, chalk, 5),
    ...[-1, 1].flatMap((end) => [
      frame(end > 0 ? half.long - 176 : -half.long, -210, 176, 420),
      frame(end > 0 ? half.long - 60 : -half.long, -96, 60, 192),
      disc(end * (half.long - 118), 0, 7, chalk),
    ]),
  ];
}

function diagonal(): string {
  const run: Point[] = [
    [-400, 228],
    [-270, 190],
    [-150, 60],
    [0, 10],
    [96, -24],
    [230, -130],
    [360, -214],
    [440, -226],
  ];
  return stroke(curve(run), ink, 7, '2 20');
}

function sight(): string {
  const aim = Math.atan2(ball[1] - referee[1], ball[0] - referee[0]);
  const reach = (turn: number): Point => [
    referee[0] + Math.cos(aim + turn) * 900,
    referee[1] + Math.sin(aim + turn) * 900,
  ];
  const seen = polygon([referee, reach(-0.36), reach(0.36)], mix(vermilion, paper, 0.55));
  return inside(
    'pitch',
    `M${-half.long} ${-half.wide}H${half.long}V${half.wide}H${-half.long}Z`,
    overprint(seen),
  );
}

function players(): string[] {
  const home: Point[] = [
    [-470, 10],
    [-250, -190],
    [-270, 40],
    [-110, 200],
    [60, -250],
    [120, 150],
    [290, 86],
    [420, -40],
    [370, 230],
    [-40, -120],
    [-350, 130],
  ];
  const away: Point[] = [
    [500, 6],
    [384, 40],
    [350, 160],
    [250, 250],
    [200, -60],
    [20, 90],
    [-60, 20],
    [-190, -110],
    [-330, -60],
    [360, -180],
    [130, 270],
  ];
  return [...home.map(([x, y]) => disc(x, y, 19, red)), ...away.map(([x, y]) => disc(x, y, 19, ink))];
}

function officials(): string[] {
  const assistants: Point[] = [
    [352, half.wide + 26],
    [-270, -half.wide - 26],
  ];
  return [
    ...assistants.flatMap(([x, y]) => [
      disc(x, y, 16, darken(red, 0.4)),
      line([x, y], [x + 46, y - 20], ink, 5),
      polygon(
        [
          [x + 46, y - 20],
          [x + 34, y - 48],
          [x + 62, y - 60],
          [x + 74, y - 32],
        ],
        vermilion,
      ),
    ]),
    disc(referee[0], referee[1], 38, paper),
    disc(referee[0], referee[1], 29, vermilion),
  ];
}
