import { descriptorLimit } from '#platform/descriptor-limit.server.ts';

/** More idle connections only cost memory. At the limit the oldest idle connection is closed for a new one. */
const MAX_CONNECTIONS = 10_000;
/**
 * File descriptors reserved for everything else: embedded database, images, mail, connections to the database server.
 */
const RESERVED = 512;
/** Minimum share for connections when the descriptor limit is so low that the reserve would take most of it. */
const MIN_SHARE = 1 / 4;

/** Maximum number of open connections; it leaves enough file descriptors for files. */
export function connectionLimit(descriptors: number = descriptorLimit()): number {
  return Math.min(MAX_CONNECTIONS, Math.max(descriptors - RESERVED, Math.floor(descriptors * MIN_SHARE)));
}
