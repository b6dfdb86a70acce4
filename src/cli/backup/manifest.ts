import { z } from 'zod';

/** The first file of a backup: its contents and the schema version it was made with. */
export const Manifest = z.object({
  /** 1: without checksums, written by earlier releases. 2: with checksums. */
  format: z.union([z.literal(1), z.literal(2)]),
  madeAt: z.iso.datetime(),
  /** The timestamp of the newest applied migration. */
  migration: z.number(),
  /** In the order in which rows can be restored: referenced tables come first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST_PATH = 'manifest.json';
export const SECRETS_PATH = 'secrets.json';
export const tablePath = (name: string, part: number) =>
  `tables/${name}/${String(part).padStart(4, '0')}.jsonl`;
