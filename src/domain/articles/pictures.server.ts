import { inArray } from 'drizzle-orm';
import type { Picture } from '#domain/images/image.ts';
import { images } from '#domain/images/tables.server.ts';
import type { Db } from '#platform/db/database.ts';

interface ShownPicture {
  /** URL; empty without a picture. */
  readonly image: string;
  readonly imageAlt: string | null;
  /** Null for a picture that is not in the picture store. */
  readonly metadata: Omit<Picture, 'url' | 'alt'> | null;
}

/** Null without a picture. The size of an external picture is unknown, so it gets the default aspect ratio. */
export function toPicture({ image, imageAlt, metadata }: ShownPicture): Picture | null {
  if (image === '') return null;
  const { width, height, widths, color, placeholder } = metadata ?? UNKNOWN_METADATA;
  return { url: image, alt: imageAlt ?? '', width, height, widths, color, placeholder };
}

const UNKNOWN_METADATA = { width: 1440, height: 810, widths: [], color: '', placeholder: '' };

/** The pictures of the picture store among `urls`, by URL. Empty URLs are ignored. */
export async function findPictures(db: Db, urls: readonly string[]): Promise<Map<string, Picture>> {
  const wanted = urls.filter((url) => url !== '');
  if (wanted.length === 0) return new Map();
  const rows = await db.select().from(images).where(inArray(images.url, wanted));
  return new Map(rows.map((row) => [row.url, row]));
}
