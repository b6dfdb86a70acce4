/** The canvas of every picture. Important content stays between x = 315 and 1125, so that a square crop contains it. */
export const canvas = { width: 1440, height: 810, middle: 720 } as const;

export type Point = readonly [x: number, y: number];

export function picture(...layers: string[]): string {
  const { width, height } = canvas;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${layers.join('')}</svg>`;
}

export function fill(path: string, color: string): string {
  return `<path d="${path}" fill="${color}"/>`;
}

export function stroke(path: string, color: string, weight: number, dashes = 'none'): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="${dashes}"/>`;
}

export function line(from: Point, to: Point, color: string, weight: number): string {
  return stroke(`M${pair(from)}L${pair(to)}`, color, weight);
}

export function polygon(points: readonly Point[], color: string): string {
  return fill(outline(points), color);
}

export function disc(x: number, y: number, radius: number, color: string): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${color}"/>`;
}

export function ring(x: number, y: number, radius: number, color: string, weight: number): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="none" stroke="${color}" stroke-width="${weight}"/>`;
}

export function box(x: number, y: number, width: number, height: number, color: string, corner = 0): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${corner}" fill="${color}"/>`;
}

export function background(color: string): string {
  return box(0, 0, canvas.width, canvas.height, color);
}

export function move(x: number, y: number, turn: number, ...layers: string[]): string {
  return `<g transform="translate(${short(x)} ${short(y)}) rotate(${turn})">${layers.join('')}</g>`;
}

/** Multiplies the colors of overlapping layers, like a risograph print. */
export function overprint(...layers: string[]): string {
  return `<g style="mix-blend-mode:multiply">${layers.join('')}</g>`;
}

/** Shows the layers only inside the path. The name must be unique within the picture. */
export function inside(name: string, path: string, ...layers: string[]): string {
  return `<clipPath id="${name}"><path d="${path}"/></clipPath><g clip-path="url(#${name})">${layers.join('')}</g>`;
}

/** A pattern of parallel lines. Fill a shape with `url(#name)`. */
export function lineScreen(name: string, color: string, spacing: number, weight: number, turn = 0): string {
  return `<pattern id="${name}" width="${spacing}" height="${spacing}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})"><rect width="${spacing}" height="${weight}" fill="${color}"/></pattern>`;
}

/** A vertical gradient. Fill a shape with `url(#name)`. */
export function fade(name: string, top: string, bottom: string): string {
  return `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;
}

export function outline(points: readonly Point[]): string {
  return `M${points.map(pair).join('L')}Z`;
}

export function circlePath(x: number, y: number, radius: number): string {
  return `M${pair([x - radius, y])}a${short(radius)} ${short(radius)} 0 1 0 ${short(2 * radius)} 0a${short(radius)} ${short(radius)} 0 1 0 ${short(-2 * radius)} 0Z`;
}

/** A smooth curve through the points (Catmull–Rom spline as Bézier curves). */
export function curve(points: readonly Point[]): string {
  return threaded(points, (index) => points[Math.min(Math.max(index, 0), points.length - 1)]);
}

/** A smooth closed curve through the points. */
export function closedCurve(points: readonly Point[]): string {
  const first = points[0];
  if (!first) return '';
  return `${threaded([...points, first], (index) => points[(index + points.length) % points.length])}Z`;
}

function threaded(points: readonly Point[], neighbour: (index: number) => Point | undefined): string {
  let path = '';
  points.forEach((point, index) => {
    if (index === 0) {
      path = `M${pair(point)}`;
      return;
    }
    const start = points[index - 1] ?? point;
    const before = neighbour(index - 2) ?? start;
    const after = neighbour(index + 1) ?? point;
    const leave: Point = [start[0] + (point[0] - before[0]) / 6, start[1] + (point[1] - before[1]) / 6];
    const arrive: Point = [point[0] - (after[0] - start[0]) / 6, point[1] - (after[1] - start[1]) / 6];
    path += `C${pair(leave)} ${pair(arrive)} ${pair(point)}`;
  });
  return path;
}

export function pair([x, y]: Point): string {
  return `${short(x)} ${short(y)}`;
}

export function steps(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function short(value: number): number {
  return Math.round(value * 10) / 10;
}
