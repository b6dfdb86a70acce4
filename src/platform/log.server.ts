import pino from 'pino';
import { createRepeatLimit } from './repeat-limit.ts';
import { escapeUnsafe } from './unsafe-characters.ts';

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

// The lookbehind lets a match start only at the beginning of a run of characters; otherwise long runs take quadratic
// time.
const MAIL_ADDRESS = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const BEARER = /\bBearer\s+[\w.~+/=-]+/gi;
const DOTTED = /(?<![\w.-])[\w-]+(?:\.[\w-]*){2,}/g;
/** Start of a JSON Web Token: `{"` in base64. */
const JSON_WEB_TOKEN_START = /\beyJ/;
// drizzle puts the values of a failed query, which may be personal data, into the error message.
const QUERY_VALUES = /\\nparams: (?:(?!\\n)[^"\\]|\\[^n])*/g;

/** Redacts email addresses and tokens anywhere in a log line. */
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

// Per level and message: enough to see what happens, but a flood of requests cannot fill the disk.
const MAX_LINES = 100;
const WINDOW_MS = 10_000;

/**
 * Writes JSON lines to standard output, without email addresses and tokens, because logs are often copied to less
 * protected systems, and with unsafe characters escaped. Of lines with the same level and message, the first 100 in ten seconds are written, then the
 * number omitted.
 */
export function createLog(level: LogLevel, write = (line: string) => void process.stdout.write(line)): Log {
  const redact = { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' };
  const serializers = { err: serializeError, error: serializeError };
  const log = pino(
    { level, base: null, redact, serializers, hooks: { logMethod } },
    { write: (line: string) => write(escapeUnsafe(redactLine(line))) },
  );
  const isWithinLimit = createRepeatLimit({
    limit: MAX_LINES,
    windowMs: WINDOW_MS,
    report: (key, omitted) => {
      const [at = '', ...message] = key.split(' ');
      const fields = { omitted, of: message.join(' '), seconds: WINDOW_MS / 1000 };
      log[(pino.levels.labels[Number(at)] ?? 'info') as pino.Level](fields, 'log lines omitted');
    },
  });

  function logMethod(this: Log, args: Parameters<pino.LogFn>, method: pino.LogFn, at: number): void {
    const message = args.find((part) => typeof part === 'string') ?? '';
    if (isWithinLimit(`${at} ${message}`)) method.apply(this, args);
  }
  return log;
}

export const silentLog: Log = pino({ level: 'silent' });

/** Depth limit, because an error can be its own cause. */
const MAX_CAUSES = 8;

// pino's default serializer copies every property of an error; errors of drizzle and pg contain the values of the
// query.
function serializeError(error: unknown): unknown {
  return describeError(error, 0);
}

function describeError(error: unknown, depth: number): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const hasCause = error.cause !== undefined && depth < MAX_CAUSES;
  const cause = hasCause ? describeError(error.cause, depth + 1) : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack, cause };
}
