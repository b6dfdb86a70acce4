import { z } from 'zod';

/** The first file of a backup: what is in it, and which schema it fits. */
export const Manifest = z.object({
  /** 1: without checksums, as made before there were any. */
  format: z.union([z.literal(1), z.literal(2)]),
  madeAt: z.iso.datetime(),
  /** When the newest migration of the database was written. */
  migration: z.number(),
  /** In an order in which rows can be put back: what is pointed to comes first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST_PATH = 'manifest.json';
export const SECRETS_PATH = 'secrets.json';
export const tablePath = (name: string, part: number) =>
  `tables/${name}/${String(part).padStart(4, '0')}.jsonl`;
