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

/** Maps a source path to its built file, its style sheets and the chunks it imports. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Manifests of the reader build and the newsroom build, which share one output folder. */
const NAMES = ['manifest.json', 'newsroom-manifest.json'];

/** The merged Vite manifests of a client build; null when there is no build. */
export function readManifest(folder: string): Manifest | null {
  const built = NAMES.map((name) => join(folder, '.vite', name)).filter((file) => existsSync(file));
  if (built.length === 0) return null;
  return Object.assign(
    {},
    ...built.map((file) => manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))),
  );
}
