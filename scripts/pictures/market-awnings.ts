import {
  type Point,
  background,
  box,
  disc,
  fade,
  fill,
  inside,
  line,
  pair,
  picture,
  polygon,
  canvas,
  steps,
  stroke,
} from './drawing.ts';
import { darken, hues, ink, lighten, mix, paper, vermilion } from './palette.ts';

const green = hues.economySociety;
const vanishing: Point = [canvas.middle, 396];
const street = lighten(green, 0.82);

/** Two rows of striped awnings run down an alley towards the low morning sun; someone walks out of it with a basket. */
export function marketAwnings(): string {
  return picture(
    fade('morning', paper, lighten(green, 0.66)),
    background('url(#morning)'),
    inside('above-street', 'M0 0H1440V396H0Z', disc(vanishing[0], 320, 150, vermilion)),
    box(0, vanishing[1], canvas.width, 420, street),
    longShadow(),
    ...steps(6)
      .toReversed()
      .flatMap((stall) => [-1, 1].map((side) => stallOn(side, stall))),
    walker(),
  );
}

/** Projects a point of the alley onto the canvas: horizontal and vertical offset from the eye, and distance from it. */
function seen(across: number, down: number, away: number): Point {
  return [vanishing[0] + (across / away) * 460, vanishing[1] + (down / away) * 460];
}

function stallOn(side: number, stall: number): string {
  const near = 0.46 + stall * 0.74;
  const far = near + 0.66;
  const haze = Math.min(stall * 0.12, 0.6);
  return [
    shadeUnder(side, near, far, haze),
    counter(side, near, far, haze),
    fruit(side, near, far, haze, stall),
    line(seen(side * 0.9, -0.1, far), seen(side * 0.9, 0.62, far), paper, Math.max(2, 9 / far)),
    cloth(side, near, far, haze, stall),
  ].join('');
}

function shadeUnder(side: number, near: number, far: number, haze: number): string {
  const dusk = darken(green, 0.58);
  const back = [
    seen(side * 1.9, -1.2, near),
    seen(side * 1.9, -1.2, far),
    seen(side * 1.9, 0.62, far),
    seen(side * 1.9, 0.62, near),
  ];
  const end = [
    seen(side * 1.9, -1.2, far),
    seen(side * 0.9, -0.1, far),
    seen(side * 0.9, 0.62, far),
    seen(side * 1.9, 0.62, far),
  ];
  return polygon(end, lighten(dusk, haze)) + polygon(back, lighten(darken(dusk, 0.3), haze));
}

function counter(side: number, near: number, far: number, haze: number): string {
  const front = [
    seen(side * 0.82, 0.336, near),
    seen(side * 0.82, 0.336, far),
    seen(side * 0.82, 0.62, far),
    seen(side * 0.82, 0.62, near),
  ];
  const top = [
    seen(side * 0.82, 0.34, near),
    seen(side * 0.82, 0.34, far),
    seen(side * 1.9, 0.24, far),
    seen(side * 1.9, 0.24, near),
  ];
  return (
    polygon(top, lighten(darken(green, 0.12), haze)) + polygon(front, lighten(darken(green, 0.36), haze))
  );
}

function fruit(side: number, near: number, far: number, haze: number, stall: number): string {
  const kinds = [vermilion, lighten(green, 0.6), lighten(vermilion, 0.55)];
  const kind = kinds[(stall + (side > 0 ? 1 : 0)) % kinds.length] ?? vermilion;
  const heap = [
    { across: 1.06, up: 0, row: 0.5 },
    { across: 0.92, up: 0, row: 0.5 },
    { across: 0.99, up: 0.085, row: 0.3 },
  ];
  return steps(6)
    .toReversed()
    .flatMap((row) =>
      heap.map((place, index) => {
        const away = near + ((row + place.row) / 6) * (far - near);
        const [x, y] = seen(side * place.across, 0.275 - place.up, away);
        return disc(x, y, 30 / away, lighten((index + row) % 2 === 1 ? darken(kind, 0.14) : kind, haze));
      }),
    )
    .join('');
}

function cloth(side: number, near: number, far: number, haze: number, stall: number): string {
  const color = stall % 2 === (side > 0 ? 0 : 1) ? vermilion : green;
  const stripes = 9;
  return steps(stripes)
    .toReversed()
    .map((stripe) => {
      const [front, back] = [
        near + (stripe / stripes) * (far - near),
        near + ((stripe + 1) / stripes) * (far - near),
      ];
      const tone = lighten(stripe % 2 === 0 ? color : paper, haze);
      const [lipNear, lipFar] = [seen(side * 0.78, -0.14, front), seen(side * 0.78, -0.14, back)];
      const [hemNear, hemFar] = [seen(side * 0.78, -0.06, front), seen(side * 0.78, -0.06, back)];
      const dip = seen(side * 0.78, 0.02, (front + back) / 2);
      const roof = polygon(
        [lipNear, lipFar, seen(side * 1.9, -1.3, back), seen(side * 1.9, -1.3, front)],
        tone,
      );
      const scallop = fill(
        `M${pair(lipNear)}L${pair(lipFar)}L${pair(hemFar)}Q${pair(dip)} ${pair(hemNear)}Z`,
        darken(tone, 0.22),
      );
      return roof + scallop;
    })
    .join('');
}

function longShadow(): string {
  return fill('M690 700H750L830 810H610Z', mix(green, street, 0.45));
}

function walker(): string {
  return [
    fill('M690 520C702 508 738 508 750 520C764 570 776 640 780 704H660C664 640 676 570 690 520Z', ink),
    stroke('M694 528C670 508 662 470 672 438M740 532C758 556 764 590 758 616', ink, 14),
    disc(720, 484, 23, ink),
    ...[672, 720, 768].map((x) => disc(x, 414, 24, paper)),
    ...[696, 744].map((x) => disc(x, 400, 24, lighten(green, 0.6))),
    fill('M640 424H800C792 454 764 468 720 468C676 468 648 454 640 424Z', ink),
    fill('M640 424H800C799 431 797 437 794 442H646C643 437 641 431 640 424Z', green),
  ].join('');
}
