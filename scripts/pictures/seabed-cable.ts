import {
  type Point,
  background,
  box,
  circlePath,
  closedCurve,
  curve,
  disc,
  fade,
  fill,
  inside,
  overprint,
  picture,
  polygon,
  canvas,
  steps,
  stroke,
} from './drawing.ts';
import { darken, hues, ink, lighten, paper, vermilion } from './palette.ts';

const teal = hues.technology;
const surface = 190;
const middle = canvas.middle;

/** A small ship at sunset, and far below it the anchor that has just caught a cable. */
export function seabedCable(): string {
  return picture(
    fade('water', lighten(teal, 0.42), darken(teal, 0.06)),
    background(paper),
    inside('above-water', `M0 0H1440V${surface}H0Z`, disc(middle, surface - 4, 152, vermilion)),
    box(0, surface, canvas.width, 642, 'url(#water)'),
    sunlight(),
    depths(),
    ship(),
    seabed(),
    chain(),
    anchor(),
    cable(),
  );
}

function sunlight(): string {
  const shafts: [top: number, width: number, foot: number][] = [
    [560, 60, 250],
    [660, 120, 560],
    [830, 50, 980],
  ];
  return shafts
    .map(([top, width, foot]) =>
      polygon(
        [
          [top, surface],
          [top + width, surface],
          [foot + width * 2.6, 810],
          [foot, 810],
        ],
        lighten(teal, 0.5),
      ),
    )
    .map((shaft) => `<g opacity="0.28">${shaft}</g>`)
    .join('');
}

function depths(): string {
  return overprint(
    fill(layerBelow(320, 12), lighten(teal, 0.8)),
    fill(layerBelow(470, -14), lighten(teal, 0.76)),
  );
}

function layerBelow(y: number, swing: number): string {
  const crest = steps(7).map((step): Point => [step * 240, y + (step % 2 ? swing : -swing)]);
  return `${curve(crest)}V810H0Z`;
}

function ship(): string {
  return [
    fill(`M596 ${surface - 34}H850L824 ${surface + 2}H618Z`, ink),
    box(630, surface - 84, 54, 52, ink),
    box(644, surface - 108, 22, 26, ink),
    box(638, surface - 72, 38, 9, paper),
    ...steps(4).map((hold) => box(700 + hold * 32, surface - 56, 28, 22, hold % 2 ? darken(teal, 0.3) : ink)),
  ].join('');
}

function seabed(): string {
  const hills: Point[] = [
    [-40, 640],
    [160, 610],
    [360, 676],
    [540, 736],
    [720, 752],
    [900, 730],
    [1090, 660],
    [1280, 604],
    [1480, 640],
  ];
  const front: Point[] = [
    [-40, 740],
    [220, 700],
    [480, 772],
    [720, 796],
    [980, 764],
    [1230, 716],
    [1480, 752],
  ];
  return fill(`${curve(hills)}V810H-40Z`, darken(teal, 0.5)) + fill(`${curve(front)}V810H-40Z`, ink);
}

function chain(): string {
  return steps(9)
    .map((link) => {
      const y = surface + 8 + link * 29;
      return link % 2
        ? box(middle - 4, y - 3, 8, 30, ink, 4)
        : `<rect x="${middle - 9}" y="${y}" width="18" height="27" rx="9" fill="none" stroke="${ink}" stroke-width="6"/>`;
    })
    .join('');
}

function cable(): string {
  const lie: Point[] = [
    [-40, 636],
    [150, 608],
    [320, 660],
    [470, 700],
    [570, 684],
    [652, 634],
    [middle, 640],
    [788, 634],
    [870, 684],
    [970, 704],
    [1110, 650],
    [1280, 602],
    [1480, 636],
  ];
  return stroke(curve(lie), paper, 24) + stroke(curve(lie), vermilion, 15);
}

function anchor(): string {
  const ringPath = circlePath(middle, 474, 26);
  const left: Point[] = [
    [middle - 10, 716],
    [middle - 74, 692],
    [middle - 116, 618],
    [middle - 146, 640],
    [middle - 128, 560],
    [middle - 62, 606],
    [middle - 88, 614],
    [middle - 58, 660],
    [middle - 10, 676],
  ];
  const right = left.map(([x, y]): Point => [2 * middle - x, y]);
  return [
    stroke(ringPath, ink, 15),
    box(middle - 13, 498, 26, 220, ink),
    box(middle - 78, 534, 156, 24, ink, 12),
    polygon(left, ink),
    polygon(right, ink),
    fill(
      closedCurve([
        [middle - 60, 700],
        [middle, 734],
        [middle + 60, 700],
        [middle, 690],
      ]),
      ink,
    ),
  ].join('');
}
