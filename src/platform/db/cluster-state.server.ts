import { readdirSync } from 'node:fs';

/**
 * `absent`: there is no folder, or an empty one, so a cluster may be created. `incomplete`: there are files, but not the
 * one every PostgreSQL cluster has; they may be what is left of a database and are never touched.
 */
export type ClusterState = 'absent' | 'incomplete' | 'present';

/** Throws what the file system throws: a folder that cannot be read is not an absent one. */
export function clusterState(cluster: string): ClusterState {
  const names = listNames(cluster);
  if (names.length === 0) return 'absent';
  return names.includes('PG_VERSION') ? 'present' : 'incomplete';
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
