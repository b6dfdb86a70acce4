import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Actor } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import { diskStorage } from '#platform/storage/disk.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { TestDatabase } from '../../../test/databases.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { type Picture, type PICTURE_FORMATS, variantKey } from './image.ts';
import { images } from './tables.server.ts';
import { storePicture } from './uploading.server.ts';

/** The one who uploads. */
export const editor = { userId: uuidv7(), role: 'admin' } as const;
export const colleague = { userId: uuidv7(), role: 'author' } as const;
const clock = () => new Date('2025-06-01T12:00:00Z');

/** Stores pictures in a folder that is empty at the start of each test of a suite. */
export function useUploads(open: () => Promise<TestDatabase>) {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-upload-'));
  const storage = diskStorage(folder);
  const opened = useDatabase(open);
  beforeAll(async () => {
    await opened.database.db.insert(user).values([
      { id: editor.userId, name: 'Ada', email: 'ada@example.com' },
      { id: colleague.userId, name: 'Grace', email: 'grace@example.com' },
    ]);
  });
  beforeEach(async () => {
    await opened.database.db.delete(images);
  });
  /** The keys of all files in the storage. */
  const stored = () =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
          .toSorted()
      : [];
  const fileOf = (picture: Picture, width: number, format: (typeof PICTURE_FORMATS)[number]) =>
    readFileSync(join(folder, variantKey(picture.url, width, format)));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  });

  return {
    folder,
    storage,
    stored,
    fileOf,
    store: (bytes: Uint8Array, into: Storage = storage, actor: Actor = editor) =>
      storePicture(bytes, actor, { database: opened.database, storage: into, clock }),
    rows: () => opened.database.db.select().from(images),
    /** Adds pictures that the editor has stored, without files. */
    fill: (count: number) =>
      opened.database.db.insert(images).values(
        Array.from({ length: count }, (_, number) => ({
          url: `/media/article-images/${number}-320.webp`,
          width: 320,
          height: 200,
          createdBy: editor.userId,
        })),
      ),
    markAsRemoving: () => opened.database.db.update(images).set({ state: 'removing' }),
  };
}
