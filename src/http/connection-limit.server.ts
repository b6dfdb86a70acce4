import { descriptorLimit } from '#platform/descriptor-limit.server.ts';

/** More idle clients than this only cost memory: the oldest idle connection makes room for a new one. */
const MOST = 10_000;
/** File descriptors for everything else: files of the embedded database, pictures, mail, the database server. */
const RESERVED = 512;
/** The share of connections where so few descriptors are allowed that the reserve would take most of them. */
const SMALLEST_SHARE = 1 / 4;

/** How many connections may be open at once, so that files can still be opened however many clients there are. */
export function connectionLimit(descriptors: number = descriptorLimit()): number {
  return Math.min(MOST, Math.max(descriptors - RESERVED, Math.floor(descriptors * SMALLEST_SHARE)));
}
