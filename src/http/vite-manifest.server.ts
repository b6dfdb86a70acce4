import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
    dynamicImports: z.array(z.string()).optional(),
    isEntry: z.boolean().optional(),
  }),
);

/** Source path → built file, the style sheets it brings and the chunks it imports. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Of the reader's side and of the newsroom, which are built apart into one folder. */
const NAMES = ['manifest.json', 'newsroom-manifest.json'];

/** Vite's manifests of a client build as one; null where nothing was built. */
export function readManifest(folder: string): Manifest | null {
  const built = NAMES.map((name) => join(folder, '.vite', name)).filter((file) => existsSync(file));
  if (built.length === 0) return null;
  return Object.assign(
    {},
    ...built.map((file) => manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))),
  );
}
