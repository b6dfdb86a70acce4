/** SQLSTATE classes (PostgreSQL, appendix A): connection, resources, operator intervention, system error. */
const SQLSTATE_CLASSES = new Set(['08', '53', '57', '58']);

/** Serialization failure, deadlock, read-only server, idle-in-transaction timeout, lock not available. */
const SQLSTATES = new Set(['40001', '40P01', '25006', '25P03', '55P03']);

/** Errors of the disk and of process limits, then of the connection to the database. */
const SYSTEM_ERRORS = new Set(
  (
    'ENOSPC EDQUOT EROFS EIO EMFILE ENFILE ENOMEM ' +
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN'
  ).split(' '),
);

/** Start of the messages of node-postgres errors without a code. */
const CONNECTION_MESSAGES = [
  'Connection terminated',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
];

/** Depth limit, because a chain of causes can be circular. */
const MAX_CAUSES = 8;

/**
 * True when the database or the disk is temporarily unavailable, so that the same request may succeed later. Also
 * checks the causes of the error.
 */
export function isUnavailable(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    if (isEnvironmentError(cause)) return true;
    cause = cause.cause;
  }
  return false;
}

function isEnvironmentError(error: Error): boolean {
  if (!('code' in error) || typeof error.code !== 'string')
    return CONNECTION_MESSAGES.some((start) => error.message.startsWith(start));
  const { code } = error;
  if (SYSTEM_ERRORS.has(code) || SQLSTATES.has(code)) return true;
  return /^[0-9A-Z]{5}$/.test(code) && SQLSTATE_CLASSES.has(code.slice(0, 2));
}
