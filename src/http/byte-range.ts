/** Offsets of the first and the last byte, both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const SINGLE = /^bytes=(\d*)-(\d*)$/;

/**
 * The byte range that a Range field requests of `size` bytes (RFC 9110 section 14.2). `whole` when there is no such
 * field or it must be ignored (several ranges, another unit, invalid syntax); `unsatisfiable` means 416.
 */
export function byteRange(header: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = SINGLE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '') return suffix(Number(to), size);
  const first = Number(from);
  const last = to === '' ? size - 1 : Number(to);
  if (last < first && to !== '') return 'whole';
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) };
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { first: Math.max(0, size - length), last: size - 1 };
}
