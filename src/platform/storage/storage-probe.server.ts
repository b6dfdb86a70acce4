import { randomUUID } from 'node:crypto';
import type { Storage } from './storage.ts';

const PROBE = 'written by a storage test';

/** Writes, reads and deletes a test file. Throws if that fails or another content is read. */
export async function probeStorage(storage: Storage): Promise<void> {
  const key = `doctor/${randomUUID()}.txt`;
  await storage.put(key, new TextEncoder().encode(PROBE));
  const text = await readText(storage, key).catch(async (error: unknown) => {
    // No file is left behind; the error that is reported is the first one.
    await storage.delete(key).catch(() => {});
    throw error;
  });
  await storage.delete(key);
  if (text !== PROBE) throw new Error('the content read differs from the content written');
}

async function readText(storage: Storage, key: string): Promise<string> {
  const stored = await storage.get(key);
  return new Response(stored?.body).text();
}
