const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const MAX_LENGTH = 180;

const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
};

/**
 * Whether a key is valid: lower-case segments separated by slashes. Lower case, because keys that differ only in case
 * are the same file on some file systems; short, because the backup format limits a path to 255 bytes.
 */
export function isStorageKey(key: string): boolean {
  return (
    key.length <= MAX_LENGTH &&
    !key.includes('..') &&
    key.split('/').every((segment) => SEGMENT.test(segment))
  );
}

export function contentTypeOf(key: string): string {
  return TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
