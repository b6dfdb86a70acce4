import { z } from 'zod';

/** A titled block of the About page as its fields show it. */
const block = z.object({
  /** Identifies the block while the form is open. */
  id: z.int(),
  /** Empty for blocks without a year. */
  year: z.string(),
  title: z.string(),
  text: z.string(),
});
export type Block = Readonly<z.infer<typeof block>>;
export type Blocks = readonly Block[];

/** Blocks that a form has stored in another format are dropped. */
const storedBlocks = z.array(block).catch([]);

const entry = z.object({ year: z.int().optional(), title: z.string(), text: z.string() });

/** Writes the entries of a setting as the text of a form value. */
export function blocksToText(value: unknown): string {
  const entries = z.array(entry).parse(value);
  const blocks = entries.map(({ year, title, text }, id) => ({
    id,
    year: year === undefined ? '' : String(year),
    title,
    text,
  }));
  return writeBlocks(blocks);
}

export const writeBlocks = (blocks: Blocks): string => JSON.stringify(blocks);

export function readBlocks(text: string): Blocks {
  try {
    return storedBlocks.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The entries of `about_principles`. A text is one paragraph. */
export const titledEntries = (text: string) =>
  readBlocks(text).map((found) => ({ title: found.title.trim(), text: toParagraph(found.text) }));

/** The entries of `about_timeline`. Anything but four digits gives the year 0, which the server rejects. */
export const yearEntries = (text: string) =>
  readBlocks(text).map((found) => ({
    year: /^\d{4}$/.test(found.year.trim()) ? Number(found.year) : 0,
    title: found.title.trim(),
    text: toParagraph(found.text),
  }));

function toParagraph(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
