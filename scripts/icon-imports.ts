import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const IMPORT = /import \{([^{}]*)\} from 'lucide-react';/g;

/**
 * Rewrites icon imports so that every icon is imported from its own file. The package entry would make the bundler
 * read two thousand unused modules: half of all modules of the browser build, and 150 MB of memory. Line numbers do
 * not change, so source maps stay correct.
 */
export function iconImports(): Plugin {
  let files: ReadonlyMap<string, string> | undefined;
  return {
    name: 'meridian:icon-imports',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { code: "from 'lucide-react'", id: { include: /\.tsx?$/, exclude: /node_modules/ } },
      handler(code) {
        files ??= listIcons();
        const listed = files;
        return { code: code.replace(IMPORT, (_, names: string) => importEach(names, listed)), map: null };
      },
    },
  };
}

/** Maps every icon name that the package entry exports to the file of the icon. An icon may have several names. */
function listIcons(): Map<string, string> {
  const entry = fileURLToPath(import.meta.resolve('lucide-react'));
  const folder = join(dirname(entry), '../esm');
  const files = new Map<string, string>();
  for (const line of readFileSync(join(folder, 'lucide-react.mjs'), 'utf8').split('\n')) {
    const file = /from '\.\/(icons\/[\w-]+\.mjs)'/.exec(line)?.[1];
    if (file !== undefined)
      for (const [, name = ''] of line.matchAll(/default as (\w+)/g)) files.set(name, join(folder, file));
  }
  return files;
}

function importEach(names: string, files: ReadonlyMap<string, string>): string {
  const lines = names.split('\n').length - 1;
  const imports = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [imported = '', local = imported] = name.split(' as ');
      const file = files.get(imported);
      if (file === undefined) throw new Error(`lucide-react has no icon "${imported}"`);
      return `import ${local} from ${JSON.stringify(file)};`;
    });
  return imports.join(' ') + '\n'.repeat(lines);
}
