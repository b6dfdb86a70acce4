import { isBuiltin } from 'node:module';
import type { Import, Sources } from './sources.ts';

export interface ImportLocation {
  readonly path: string;
  readonly line: number;
}

const ENTRIES = /^src\/(?:[a-z-]+\.client\.tsx?|islands\/registry\.tsx?)$/;

/** Imports of server modules in any module that a browser entry imports, directly or transitively. */
export function findServerImports({ files }: Sources): ImportLocation[] {
  const queue = [...files.keys()].filter((path) => ENTRIES.test(path));
  const reached = new Set(queue);
  const violations: ImportLocation[] = [];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const entry of files.get(path)?.imports ?? []) {
      if (entry.typeOnly) continue;
      if (isServerImport(entry)) violations.push({ path, line: entry.line });
      else if (entry.target !== null && files.has(entry.target) && !reached.has(entry.target)) {
        reached.add(entry.target);
        queue.push(entry.target);
      }
    }
  }
  return violations;
}

function isServerImport({ specifier, target }: Import): boolean {
  return target === null
    ? isBuiltin(specifier) || specifier === 'react-dom/server'
    : /\.server\.tsx?$/.test(target);
}
