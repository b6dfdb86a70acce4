import { isIPv6 } from 'node:net';
import type { z } from 'zod';
import { Environment } from './environment.server.ts';
import type { LogLevel } from './log.server.ts';
import { OperatorError } from './operator-error.ts';

export { describeConfig, type VariableDescription } from './environment.server.ts';

export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The account at EmailJS. */
export interface EmailjsConfig {
  readonly url: string;
  readonly serviceId: string;
  readonly templateId: string;
  readonly publicKey: string;
  readonly privateKey: string | undefined;
  /** Minimum seconds between two requests. */
  readonly throttleSeconds: number;
}

/** The variables that replace settings of the newsroom. */
export const IDENTITY_VARIABLES = [
  'SITE_NAME',
  'SITE_TAGLINE',
  'SITE_DESCRIPTION',
  'SITE_AUTHOR',
  'SITE_EMAIL',
  'SITE_ADDRESS',
  'SITE_SOCIAL',
  'TIME_ZONE',
] as const;
export type IdentityVariable = (typeof IDENTITY_VARIABLES)[number];

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** When undefined, the embedded database is used. */
  readonly databaseUrl: string | undefined;
  readonly mail: {
    readonly smtpUrl: string | undefined;
    /** Used only when there is no SMTP server. */
    readonly emailjs: EmailjsConfig | undefined;
    /** When undefined, the name and address of the publication. */
    readonly from: string | undefined;
  };
  readonly s3: S3Config | undefined;
  readonly webhookPrivateAddresses: boolean;
  /** Number of trusted reverse proxies; 0 for none. */
  readonly trustProxy: number;
  readonly sampleContent: boolean;
  readonly logLevel: LogLevel;
  readonly pageCacheBytes: number;
  /** Values of the variables that are set. */
  readonly identity: { readonly [Name in IdentityVariable]?: Environment[Name] };
}

type Values = Readonly<Record<string, string | undefined>>;

const S3_NAMES = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

const EMAILJS_NAMES = ['EMAILJS_SERVICE_ID', 'EMAILJS_TEMPLATE_ID', 'EMAILJS_PUBLIC_KEY'] as const;

/** The configuration of a server that listens on `port`, whatever PORT is: 0 there means any free one. */
export const readConfigForPort = (port: number): Config => readConfig({ ...process.env, PORT: String(port) });

/**
 * Reads and validates all environment variables at once. No other module reads `process.env`, except that `returned-memory.ts` passes
 * it on to the process that replaces this one.
 */
export function readConfig(env: Values = process.env): Config {
  // An empty value means unset, because `NAME=` in an env file or a compose file is meant that way.
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { success, data, error } = Environment.safeParse(values);
  const problems = [
    ...(error?.issues ?? []).map((issue) => describeProblem(issue, values)),
    ...describeMissing(S3_NAMES, 'the S3_ variables', values),
    ...describeMissing(EMAILJS_NAMES, 'the ids and the public key of EmailJS', values),
  ];
  if (success && problems.length === 0) return toConfig(data);
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new OperatorError(
    [`The environment has ${count}:`, ...problems.map((problem) => `  ${problem}`)].join('\n'),
  );
}

function toConfig(values: Environment): Config {
  const publicUrl = values.PUBLIC_URL ?? `http://${hostForAddress(values.HOST)}:${values.PORT}`;
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    mail: {
      smtpUrl: values.SMTP_URL,
      emailjs: emailjsFrom(values),
      from: values.MAIL_FROM,
    },
    s3: s3From(values),
    webhookPrivateAddresses: values.WEBHOOK_PRIVATE_ADDRESSES,
    trustProxy: values.TRUST_PROXY,
    sampleContent: values.SAMPLE_CONTENT,
    logLevel: values.LOG_LEVEL,
    pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
    identity: Object.fromEntries(
      IDENTITY_VARIABLES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
    ),
  };
}

/** The wildcard addresses are no URL host, so they become localhost. */
function hostForAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

function s3From(values: Environment): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return undefined;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

function emailjsFrom(values: Environment): EmailjsConfig | undefined {
  const { EMAILJS_SERVICE_ID, EMAILJS_TEMPLATE_ID, EMAILJS_PUBLIC_KEY } = values;
  if (!EMAILJS_SERVICE_ID || !EMAILJS_TEMPLATE_ID || !EMAILJS_PUBLIC_KEY) return undefined;
  return {
    url: values.EMAILJS_URL,
    serviceId: EMAILJS_SERVICE_ID,
    templateId: EMAILJS_TEMPLATE_ID,
    publicKey: EMAILJS_PUBLIC_KEY,
    privateKey: values.EMAILJS_PRIVATE_KEY,
    throttleSeconds: values.EMAILJS_THROTTLE_SECONDS,
  };
}

function describeMissing(names: readonly string[], what: string, values: Values): string[] {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return [];
  return [`${missing.join(', ')} missing: set all of ${what}, or none`];
}

function describeProblem(issue: z.core.$ZodIssue, values: Values): string {
  const name = String(issue.path[0]);
  const isSecret = Object.entries(Environment.shape).some(
    ([key, type]) => key === name && type.meta()?.['secret'] === true,
  );
  const value = isSecret ? 'not usable' : `"${values[name] ?? ''}"`;
  return `${name} is ${value}: expected ${issue.message}`;
}
