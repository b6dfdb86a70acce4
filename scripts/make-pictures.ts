/**
 * Draws the pictures of the sample articles and writes them to `samples/`.
 * Run it after changing a drawing: `node scripts/make-pictures.ts`. The results are committed, so that an installation
 * does not need to generate them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { archiveShelf } from './pictures/archive-shelf.ts';
import { cableLayers } from './pictures/cable-layers.ts';
import { canvas } from './pictures/drawing.ts';
import { litWindows } from './pictures/lit-windows.ts';
import { marketAwnings } from './pictures/market-awnings.ts';
import { meridianMap } from './pictures/meridian-map.ts';
import { portCrane } from './pictures/port-crane.ts';
import { printingPress } from './pictures/printing-press.ts';
import { radioMast } from './pictures/radio-mast.ts';
import { type Random, seededRandom } from './pictures/random.ts';
import { refereeDiagonal } from './pictures/referee-diagonal.ts';
import { riverDunes } from './pictures/river-dunes.ts';
import { seabedCable } from './pictures/seabed-cable.ts';
import { stadiumBowl } from './pictures/stadium-bowl.ts';

const drawings: Record<string, (random: Random) => string> = {
  'archive-shelf': archiveShelf,
  'cable-layers': cableLayers,
  'lit-windows': litWindows,
  'market-awnings': marketAwnings,
  'meridian-map': meridianMap,
  'port-crane': portCrane,
  'printing-press': printingPress,
  'radio-mast': radioMast,
  'referee-diagonal': refereeDiagonal,
  'river-dunes': riverDunes,
  'seabed-cable': seabedCable,
  'stadium-bowl': stadiumBowl,
};

const samples = new URL('../samples/', import.meta.url);
const folder = new URL('pictures/', samples);
const widths = [480, 960, 1440];

interface PictureMetadata {
  width: number;
  height: number;
  widths: number[];
  color: string;
  placeholder: string;
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const metadata: Record<string, PictureMetadata> = {};
for (const [name, draw] of Object.entries(drawings)) {
  const png = await rasterize(draw(seededRandom(name)));
  await Promise.all(widths.map((width) => writeSizes(png, name, width)));
  metadata[name] = {
    width: canvas.width,
    height: canvas.height,
    widths,
    color: await dominantColor(png),
    placeholder: await placeholder(png),
  };
}
await writeFile(new URL('pictures.json', samples), `${JSON.stringify(metadata, null, 2)}\n`);

/** Renders at twice the largest width, so that every output is scaled down and has clean edges. */
function rasterize(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 144 }).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
}

async function writeSizes(png: Buffer, name: string, width: number): Promise<void> {
  const sized = sharp(png).resize({ width });
  const file = (format: string) => new URL(`${name}-${width}.${format}`, folder);
  const [avif, webp] = await Promise.all([
    sized.clone().avif({ quality: 50, effort: 5 }).toBuffer(),
    sized.clone().webp({ quality: 78, effort: 5 }).toBuffer(),
  ]);
  await Promise.all([writeFile(file('avif'), avif), writeFile(file('webp'), webp)]);
}

async function dominantColor(png: Buffer): Promise<string> {
  const { dominant } = await sharp(png).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

async function placeholder(png: Buffer): Promise<string> {
  const tiny = await sharp(png).resize({ width: 16 }).blur(0.6).webp({ quality: 40, effort: 6 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}
