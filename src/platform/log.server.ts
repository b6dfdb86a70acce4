import pino from 'pino';

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

const MAIL_ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
const BEARER = /\bBearer\s+[\w.~+/=-]+/gi;
const JSON_WEB_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
// drizzle puts the values of a failed query, which may be anybody's, into the message of the error.
const QUERY_VALUES = /\\nparams: (?:(?!\\n)[^"\\]|\\[^n])*/g;

/** Takes addresses and tokens out of a line of the log, wherever in it they stand. */
export function redactLine(line: string): string {
  return line
    .replace(QUERY_VALUES, '\\nparams: [redacted]')
    .replace(BEARER, 'Bearer [redacted]')
    .replace(JSON_WEB_TOKEN, '[redacted]')
    .replace(MAIL_ADDRESS, '[address]');
}

/** JSON lines on the standard output, without addresses and tokens: a log is copied to places nobody audits. */
export function createLog(level: LogLevel, write = (line: string) => void process.stdout.write(line)): Log {
  const redact = { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' };
  const serializers = { err: describeError, error: describeError };
  return pino(
    { level, base: null, redact, serializers },
    { write: (line: string) => write(redactLine(line)) },
  );
}

export const silentLog: Log = pino({ level: 'silent' });

// pino's own serializer copies every property of an error, and those of drizzle and pg hold the values of the query.
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { type: error.name, message: error.message, code, stack: error.stack, cause };
}
