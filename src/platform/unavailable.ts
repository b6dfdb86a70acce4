/** SQLSTATE classes (PostgreSQL, appendix A): connection, resources, operator intervention, system error. */
const SQLSTATE_CLASSES = new Set(['08', '53', '57', '58']);

/** Serialization failure, deadlock, a server that only reads, a transaction that idled too long, a lock not granted. */
const SQLSTATES = new Set(['40001', '40P01', '25006', '25P03', '55P03']);

/** Of the disk and the limits of the process, then of the line to the database. */
const SYSTEM_ERRORS = new Set(
  (
    'ENOSPC EDQUOT EROFS EIO EMFILE ENFILE ENOMEM ' +
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN'
  ).split(' '),
);

/** How the errors of node-postgres begin that carry no code. */
const CONNECTION_MESSAGES = [
  'Connection terminated',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
];

/** An error wraps its cause a few times at most; a chain may be circular. */
const LONGEST_CHAIN = 8;

/**
 * True for an error of the surroundings and not of the request: the database or the disk cannot serve now, and the same
 * request may succeed later. Looks through the causes.
 */
export function isUnavailable(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < LONGEST_CHAIN && cause instanceof Error; depth++) {
    if (isCausedBySurroundings(cause)) return true;
    cause = cause.cause;
  }
  return false;
}

function isCausedBySurroundings(error: Error): boolean {
  if (!('code' in error) || typeof error.code !== 'string')
    return CONNECTION_MESSAGES.some((start) => error.message.startsWith(start));
  const { code } = error;
  if (SYSTEM_ERRORS.has(code) || SQLSTATES.has(code)) return true;
  return /^[0-9A-Z]{5}$/.test(code) && SQLSTATE_CLASSES.has(code.slice(0, 2));
}
