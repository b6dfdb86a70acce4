import { open } from 'node:fs/promises';

/**
 * Makes renames in this folder durable. Windows cannot fsync a folder; its file system journals directory entries
 * itself.
 */
export async function fsyncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
