import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json, both for the source (src/…) and for the built server (dist/server/…). */
export const packageRoot = findUpwards(import.meta.dirname);

/** Whether this code runs as TypeScript from src/ (development, tests) or as the built bundle. */
export const runsFromSource = import.meta.filename.endsWith('.ts');

function findUpwards(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the running code');
  return findUpwards(parent);
}
