import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type * as siteModules from './site-modules.ts';

export type SiteModules = typeof siteModules;

const ROOT = join(import.meta.dirname, '..');
/** Inside the repository, so that Node.js resolves the dependencies. */
const OUTPUT = join(ROOT, 'node_modules/.cache/bench');

/** Bundles the site as the production build does and imports it into this process. */
export async function buildSiteModules(): Promise<SiteModules> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'bench/site-modules.ts',
      outDir: OUTPUT,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'site-modules.js' } },
    },
  });
  process.env['NODE_ENV'] = 'production';
  const bundled: unknown = await import(pathToFileURL(join(OUTPUT, 'site-modules.js')).href);
  return bundled as SiteModules;
}
