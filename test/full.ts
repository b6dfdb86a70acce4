import { basename } from 'node:path';

/** Whether this is `npm run test:full`: every suite on both databases, and all rounds of the endurance tests. */
export const isFull = process.env['TEST_FULL'] !== undefined;

/** The rounds of an endurance test. An environment variable of the name `variable` overrides both numbers. */
export function endurance(
  variable: string,
  rounds: { readonly usual: number; readonly full: number },
): number {
  return Number(process.env[variable] ?? (isFull ? rounds.full : rounds.usual));
}

/** For describe.each: every kind of database. */
export const DATABASE_KINDS = ['embedded', 'server'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

/**
 * For describe.each in a suite above the database layer (requests, pages, forms): every kind with
 * `npm run test:full`, otherwise one kind, always the same one for the same file. Three quarters of the files are on a server,
 * where tests take less processor time.
 * @param file `import.meta.filename` of the suite
 */
export function databaseKindsFor(file: string): readonly DatabaseKind[] {
  if (isFull) return DATABASE_KINDS;
  const sum = [...basename(file)].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return [sum % 4 === 0 ? 'embedded' : 'server'];
}
