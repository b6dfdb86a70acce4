const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const LONGEST = 180;

const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};

/**
 * Whether this may name a stored file: lower-case segments between slashes. Lower-case only, because two keys that
 * differ in case are one file on some disks; short, because a backup keeps the path in 255 bytes.
 */
export function isStorageKey(key: string): boolean {
  return (
    key.length <= LONGEST && !key.includes('..') && key.split('/').every((segment) => SEGMENT.test(segment))
  );
}

export function contentTypeOf(key: string): string {
  return TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
