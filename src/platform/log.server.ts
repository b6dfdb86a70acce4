import pino from 'pino';
import { createRepeatLimit } from './repeat-limit.ts';

export type Log = pino.Logger;
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

const SECRET_FIELDS = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'access_token',
  'refresh_token',
  'email',
  'user_email',
  'userEmail',
  'ip',
  'ipAddress',
];

// Looked for from the beginning of each run of letters only: from every letter of a long run would take quadratic time.
const MAIL_ADDRESS = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const BEARER = /\bBearer\s+[\w.~+/=-]+/gi;
const DOTTED = /(?<![\w.-])[\w-]+(?:\.[\w-]*){2,}/g;
/** How the first part of a JSON Web Token begins: `{"` in base64. */
const JSON_WEB_TOKEN_START = /\beyJ/;
// drizzle puts the values of a failed query, which may be anybody's, into the message of the error.
const QUERY_VALUES = /\\nparams: (?:(?!\\n)[^"\\]|\\[^n])*/g;

/** Takes addresses and tokens out of a line of the log, wherever in it they stand. */
export function redactLine(line: string): string {
  return line
    .replace(QUERY_VALUES, '\\nparams: [redacted]')
    .replace(BEARER, 'Bearer [redacted]')
    .replace(DOTTED, withoutJsonWebToken)
    .replace(MAIL_ADDRESS, '[address]');
}

function withoutJsonWebToken(dotted: string): string {
  const start = dotted.search(JSON_WEB_TOKEN_START);
  return start === -1 ? dotted : `${dotted.slice(0, start)}[redacted]`;
}

// A page of lines for each kind of event: enough to see what happens, too little for a storm of requests to fill a disk.
const LINES = 100;
const WINDOW_MS = 10_000;

/**
 * JSON lines on the standard output, without addresses and tokens: a log is copied to places nobody audits.
 * Of lines with the same level and message the first 100 in ten seconds are written, then how many were left out.
 */
export function createLog(level: LogLevel, write = (line: string) => void process.stdout.write(line)): Log {
  const redact = { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' };
  const serializers = { err: serializeError, error: serializeError };
  const log = pino(
    { level, base: null, redact, serializers, hooks: { logMethod } },
    { write: (line: string) => write(redactLine(line)) },
  );
  const isWithinLimit = createRepeatLimit({
    limit: LINES,
    windowMs: WINDOW_MS,
    report: (key, omitted) => {
      const [at = '', ...message] = key.split(' ');
      const fields = { omitted, of: message.join(' '), seconds: WINDOW_MS / 1000 };
      log[(pino.levels.labels[Number(at)] ?? 'info') as pino.Level](fields, 'log lines left out');
    },
  });

  function logMethod(this: Log, given: Parameters<pino.LogFn>, method: pino.LogFn, at: number): void {
    const message = given.find((part) => typeof part === 'string') ?? '';
    if (isWithinLimit(`${at} ${message}`)) method.apply(this, given);
  }
  return log;
}

export const silentLog: Log = pino({ level: 'silent' });

/** An error may be its own cause. */
const CAUSES = 8;

// pino's own serializer copies every property of an error, and those of drizzle and pg hold the values of the query.
function serializeError(error: unknown): unknown {
  return describeError(error, 0);
}

function describeError(error: unknown, depth: number): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const isTold = error.cause !== undefined && depth < CAUSES;
  const cause = isTold ? describeError(error.cause, depth + 1) : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack, cause };
}
