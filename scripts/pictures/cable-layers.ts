import {
  type Point,
  background,
  curve,
  disc,
  fill,
  inside,
  move,
  picture,
  polygon,
  steps,
  stroke,
} from './drawing.ts';
import { darken, hues, ink, lighten, mix, paper, vermilion } from './palette.ts';

const teal = hues.technology;
const copper = mix(vermilion, hues.africanAffairs, 0.45);

/** A cable stripped back layer by layer, down to the glass that carries the light. */
export function cableLayers(): string {
  return picture(
    background(lighten(teal, 0.8)),
    disc(1010, 360, 250, lighten(teal, 0.55)),
    move(720, 420, -13, ...fibres(), ...layers()),
  );
}

function layers(): string[] {
  return [
    sleeve(-420, 330, 42, copper, darken(copper, 0.3)),
    sleeve(-420, 214, 76, lighten(teal, 0.35), teal),
    armour(-420, 84, 112),
    sleeve(-420, -66, 128, teal, darken(teal, 0.35)),
    armour(-460, -196, 166),
    sleeve(-900, -300, 190, ink, ink),
    ...bands(),
  ];
}

/** One layer seen from the side: its cut face towards the right, its lower half in shade. */
function sleeve(from: number, to: number, radius: number, light: string, shade: string): string {
  const face = radius * 0.3;
  const body = (upper: number) => `M${from} ${upper}H${to}A${face} ${radius} 0 0 1 ${to} ${radius}H${from}Z`;
  return (
    fill(body(-radius), light) +
    fill(
      `M${from} ${radius * 0.25}H${to + face * 0.96}A${face} ${radius} 0 0 1 ${to} ${radius}H${from}Z`,
      shade,
    )
  );
}

function armour(from: number, to: number, radius: number): string {
  const face = radius * 0.3;
  const shape = `M${from} ${-radius}H${to}A${face} ${radius} 0 0 1 ${to} ${radius}H${from}Z`;
  const wires = steps(14).map((wire) => {
    const x = to - 10 - wire * 40;
    return polygon(
      [
        [x + 60, -radius],
        [x + 80, -radius],
        [x - 10, radius],
        [x - 30, radius],
      ],
      paper,
    );
  });
  return inside(
    `armour${radius}`,
    shape,
    fill(shape, mix(teal, ink, 0.45)),
    ...wires,
    `<g opacity="0.3">${fill(`M${from} ${radius * 0.25}H${to + face}V${radius}H${from}Z`, ink)}</g>`,
  );
}

function bands(): string[] {
  return [-420, -520].map((x) =>
    fill(`M${x} -190H${x + 34}A57 190 0 0 1 ${x + 34} 190H${x}A57 190 0 0 0 ${x} -190Z`, vermilion),
  );
}

function fibres(): string[] {
  const tips: Point[] = [
    [640, -190],
    [690, -110],
    [712, -30],
    [704, 52],
    [664, 128],
    [606, 196],
  ];
  return tips.flatMap((tip, index) => {
    const root = -25 + index * 10;
    const path = curve([[300, root], [400, root], [520, root + (tip[1] - root) * 0.45], tip]);
    return [
      stroke(path, index % 2 ? vermilion : darken(teal, 0.2), 8),
      disc(tip[0], tip[1], 15, index % 2 ? vermilion : darken(teal, 0.2)),
      disc(tip[0], tip[1], 6, paper),
    ];
  });
}
