import { open } from 'node:fs/promises';

/** Makes a rename in this folder survive a power cut. Windows has no such call and journals the entries itself. */
export async function fsyncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
