import { isBuiltin } from 'node:module';
import type { Import, Sources } from './sources.ts';

export interface Trespass {
  readonly path: string;
  readonly line: number;
}

const ENTRIES = /^src\/(?:[a-z-]+\.client\.tsx?|islands\/registry\.tsx?)$/;

/** Every import by which a program of the browser would reach the server, wherever on the way it stands. */
export function serverImportsOfTheClient({ files }: Sources): Trespass[] {
  const waiting = [...files.keys()].filter((path) => ENTRIES.test(path));
  const reached = new Set(waiting);
  const trespasses: Trespass[] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const entry of files.get(path)?.imports ?? []) {
      if (entry.typeOnly) continue;
      if (isOfTheServer(entry)) trespasses.push({ path, line: entry.line });
      else if (entry.target !== null && files.has(entry.target) && !reached.has(entry.target)) {
        reached.add(entry.target);
        waiting.push(entry.target);
      }
    }
  }
  return trespasses;
}

function isOfTheServer({ specifier, target }: Import): boolean {
  return target === null
    ? isBuiltin(specifier) || specifier === 'react-dom/server'
    : /\.server\.tsx?$/.test(target);
}
