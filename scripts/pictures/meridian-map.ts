import {
  type Point,
  background,
  closedCurve,
  curve,
  disc,
  fill,
  picture,
  ring,
  canvas,
  steps,
  stroke,
} from './drawing.ts';
import { darken, hues, mix, paper, vermilion } from './palette.ts';
import { type Random, between } from './random.ts';

const sea = hues.globalPolitics;
const shallows = '#8fb1cd';
const pole: Point = [canvas.middle, -760];

/** Two stepped coasts face each other over a strait; the one meridian that matters runs straight between them. */
export function meridianMap(random: Random): string {
  return picture(
    background(sea),
    land(random, [262, 420], 470),
    land(random, [1240, 300], 400),
    land(random, [1010, 840], 210),
    graticule(),
    primeMeridian(),
  );
}

function land(random: Random, centre: Point, radius: number): string {
  const waves = [2, 3, 4, 5, 7].map((count) => ({
    count,
    depth: between(random, 0.5, 1) * (0.34 / count),
    phase: between(random, 0, 2 * Math.PI),
    drift: between(random, -0.22, 0.22),
  }));
  const tones = [
    darken(sea, 0.32),
    ...[0.3, 0.62, 1].map((height) => mix(sea, shallows, height)),
    ...[0.38, 0.72, 1].map((height) => mix(shallows, paper, height)),
  ];
  return tones
    .map((tone, level) => {
      const scale = radius * (level === 0 ? 1 : 1.04 - level * 0.145);
      const shift: Point = level === 0 ? [14, 18] : [level * 9, level * -7];
      const points = steps(64).map((step): Point => {
        const angle = (step / 64) * 2 * Math.PI;
        const swell = waves.reduce(
          (sum, wave) => sum + wave.depth * Math.cos(wave.count * angle + wave.phase + wave.drift * level),
          1,
        );
        return [
          centre[0] + shift[0] + Math.cos(angle) * scale * swell,
          centre[1] + shift[1] + Math.sin(angle) * scale * swell,
        ];
      });
      return fill(closedCurve(points), tone);
    })
    .join('');
}

function graticule(): string {
  const thin = mix(paper, sea, 0.35);
  const meridians = [-4, -3, -2, -1, 1, 2, 3, 4].map((hour) =>
    stroke(curve([pole, alongMeridian(hour, 2000)]), thin, 2.5),
  );
  const parallels = steps(6).map((row) => ring(pole[0], pole[1], 850 + row * 165, thin, 2.5));
  return meridians.join('') + parallels.join('');
}

function alongMeridian(hour: number, distance: number): Point {
  const angle = Math.PI / 2 - hour * 0.118;
  return [pole[0] + Math.cos(angle) * distance, pole[1] + Math.sin(angle) * distance];
}

function primeMeridian(): string {
  const y = pole[1] + 850 + 165 * 2;
  return [
    stroke(`M${canvas.middle} 0V810`, vermilion, 13),
    disc(canvas.middle, y, 62, paper),
    disc(canvas.middle, y, 46, vermilion),
    disc(canvas.middle, y, 10, paper),
  ].join('');
}
