import { z } from 'zod';

const draft = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  content: z.string(),
  categorySlug: z.string(),
  authorName: z.string(),
  authorImage: z.string(),
  readTime: z.string(),
  readTimeTyped: z.boolean().default(false),
  featured: z.boolean(),
  image: z.string(),
  imageAlt: z.string().nullable(),
  tags: z.string(),
  // Absent from what an earlier version has kept.
  lang: z.string().default(''),
});

const journalEntry = z.object({
  /** One for each time an editor is opened; two tabs on one article write two. */
  id: z.uuid(),
  /** Id of the account that typed it. Missing in entries of earlier releases. */
  userId: z.string().optional(),
  /** The article's id; null for one the server has never had. */
  articleId: z.string().nullable(),
  /** Section of the address under which the editor was opened. Missing in entries of earlier releases. */
  editorSection: z.string().optional(),
  /** The revision the words are based on; null for a new article. */
  revision: z.number().nullable(),
  /** What makes the creation of a new article happen once, however often it is asked for. */
  creationKey: z.uuid(),
  /** Milliseconds since 1970. */
  writtenAt: z.number(),
  draft,
});

/** What has been typed into one editor and is not yet known to be with the server. */
export type JournalEntry = Readonly<z.infer<typeof journalEntry>>;

/** Null for anything that is not an entry of ours. */
export function parseEntry(text: string): JournalEntry | null {
  try {
    return journalEntry.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
