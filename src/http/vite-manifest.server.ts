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

/** Vite's manifest of a client build; null where nothing was built. */
export function readManifest(folder: string): Manifest | null {
  const file = join(folder, '.vite', 'manifest.json');
  return existsSync(file) ? manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
