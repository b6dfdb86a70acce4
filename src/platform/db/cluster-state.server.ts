import { readdirSync } from 'node:fs';

/**
 * `absent`: the folder is missing or empty, so a cluster may be created. `incomplete`: there are files, but no
 * PG_VERSION, which every PostgreSQL cluster has; they may be the rest of a database and are never changed.
 */
export type ClusterState = 'absent' | 'incomplete' | 'present';

/** Throws file system errors: a folder that cannot be read does not count as absent. */
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
