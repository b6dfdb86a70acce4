/** A PNG picture of an icon file. */
export interface IcoPicture {
  /** Pixels of its width and height; at most 255. */
  readonly size: number;
  readonly png: Uint8Array;
}

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

/** Writes an icon file (ICO) of PNG pictures: header, one entry for each picture, the pictures. Little-endian. */
export function icoFile(pictures: readonly IcoPicture[]): Uint8Array {
  const directoryBytes = HEADER_BYTES + ENTRY_BYTES * pictures.length;
  const directory = Buffer.alloc(directoryBytes);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directoryBytes;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = HEADER_BYTES + ENTRY_BYTES * index;
    directory.writeUInt8(size, entry);
    directory.writeUInt8(size, entry + 1);
    directory.writeUInt16LE(1, entry + 4);
    // Bits per pixel.
    directory.writeUInt16LE(32, entry + 6);
    directory.writeUInt32LE(png.length, entry + 8);
    directory.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([directory, ...pictures.map(({ png }) => png)]);
}
