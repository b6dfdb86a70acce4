import sharp from 'sharp';

const COARSEST = 512;
/** Details below this size, in pixels, have no color of their own. */
const FINEST_COLOR = 64;
/** How fast contrast falls with the size of details. JPEG files of quality 85 then have 1.6 bits per pixel. */
const FALLOFF = 0.35;

/**
 * A picture with details of every size, as photographs have them: layers of noise, each half as coarse as the one before, with
 * falling contrast. Compresses as a photograph does, unlike plain noise. Every call returns a different one, as JPEG.
 */
export async function createPhotograph({
  width,
  height,
}: {
  width: number;
  height: number;
}): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const sum = new Float32Array(width * height * 3);
  let variance = 0;
  for (let cell = COARSEST; cell >= 1; cell /= 2) {
    const size = { width: Math.ceil(width / cell), height: Math.ceil(height / cell) };
    const layer = await sharp({ create: { ...size, channels: 3, background: '#000', noise } })
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .raw()
      .toBuffer();
    const weight = (cell / COARSEST) ** FALLOFF;
    variance += weight ** 2;
    for (let at = 0; at < sum.length; at += 1) {
      const channel = cell >= FINEST_COLOR ? at : at - (at % 3);
      sum[at] = (sum[at] ?? 0) + ((layer[channel] ?? 0) - noise.mean) * weight;
    }
  }
  const deviation = Math.sqrt(variance);
  const pixels = Uint8ClampedArray.from(sum, (value) => noise.mean + value / deviation);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}
