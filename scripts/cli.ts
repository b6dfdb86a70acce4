import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** `npm run cli -- COMMAND`: runs the built command line, or its source when there is no build yet. */
const root = join(import.meta.dirname, '..');
const built = join(root, 'dist/server/cli.js');
await import(pathToFileURL(existsSync(built) ? built : join(root, 'src/cli/main.ts')).href);
