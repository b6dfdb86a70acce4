import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder of the client assets that `npm run build` writes. */
export function builtClient(): string {
  const folder = resolve(import.meta.dirname, '../dist/client');
  if (!existsSync(folder)) throw new Error('dist/client is missing: run `npm run build` first');
  return folder;
}
