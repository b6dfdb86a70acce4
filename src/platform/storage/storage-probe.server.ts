import { randomUUID } from 'node:crypto';
import type { Storage } from './storage.ts';

const PROBE = 'written by a storage test';

/** Writes, reads and deletes a test file. Throws if that fails or another content is read. */
export async function probeStorage(storage: Storage): Promise<void> {
  const key = `doctor/${randomUUID()}.txt`;
  await storage.put(key, new TextEncoder().encode(PROBE));
  const stored = await storage.get(key);
  const text = await new Response(stored?.body).text();
  await storage.delete(key);
  if (text !== PROBE) throw new Error('the content read differs from the content written');
}
