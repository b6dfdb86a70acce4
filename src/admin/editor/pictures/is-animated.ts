/** Bytes that `isAnimated` needs of a WebP, PNG or AVIF. What tells a GIF with several frames may be anywhere. */
const HEAD_BYTES = 1024;

/** Whether a GIF, WebP, PNG or AVIF has several frames. False for everything else, and for a damaged file. */
export async function isAnimated(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(
    await (file.type === 'image/gif' ? file : file.slice(0, HEAD_BYTES)).arrayBuffer(),
  );
  const text = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end));
  if (text(0, 4) === 'GIF8') return hasSeveralFrames(bytes);
  // The bit of animation in the flags of the extended file format (RFC 9649, section 2.7).
  if (text(0, 4) === 'RIFF' && text(8, 16) === 'WEBPVP8X') return ((bytes[20] ?? 0) & 0x02) !== 0;
  // The chunk of animation is before the pixels (PNG specification, third edition, section 11.3.6.1).
  if (text(1, 4) === 'PNG') {
    const head = text(0, HEAD_BYTES);
    const pixels = head.indexOf('IDAT');
    return (pixels === -1 ? head : head.slice(0, pixels)).includes('acTL');
  }
  // The brand of an image sequence.
  return text(4, 12) === 'ftypavis';
}

const GIF = { extension: 0x21, image: 0x2c, headerBytes: 13, descriptorBytes: 10 } as const;

/** The size of the color table that the flags of a header announce. */
const colorTableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1));

/** Counts the images of a GIF (GIF89a specification, sections 17 to 26) up to the second one. */
function hasSeveralFrames(bytes: Uint8Array): boolean {
  const byte = (at: number) => bytes[at] ?? 0;
  const afterSubBlocks = (start: number) => {
    let at = start;
    while (byte(at) !== 0) at += byte(at) + 1;
    return at + 1;
  };
  let frames = 0;
  let at = GIF.headerBytes + colorTableBytes(byte(10));
  while (at < bytes.length) {
    if (byte(at) === GIF.extension) at = afterSubBlocks(at + 2);
    else if (byte(at) === GIF.image) {
      frames += 1;
      if (frames > 1) return true;
      // After the descriptor and the colors is one byte about the compression, then the pixels.
      at = afterSubBlocks(at + GIF.descriptorBytes + colorTableBytes(byte(at + 9)) + 1);
    } else return false;
  }
  return false;
}
