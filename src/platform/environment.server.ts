import { resolve } from 'node:path';
import { z } from 'zod';
import { emailAddress } from './mail/email-address-schema.ts';
import { parseMailbox } from './mail/mail.ts';

/** One line of the table of variables. */
export interface VariableDescription {
  readonly name: string;
  /** As written in the environment; empty when there is no default. */
  readonly default: string;
  readonly description: string;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const AT_LEAST_ONE_VISIBLE = /\S/;

const withDefault = <T extends z.ZodType>(type: T, fallback: string, description: string) =>
  type.prefault(fallback as z.input<T>).meta({ default: fallback, description });
/** The default is derived from other variables and described in words. */
const derived = <T extends z.ZodType>(type: T, fallback: string, description: string) =>
  type.optional().meta({ default: fallback, description });
const optional = <T extends z.ZodType>(type: T, description: string) =>
  type.optional().meta({ default: '', description });
/** Problems are reported without the value, which may contain a password. */
const secret = <T extends z.ZodType>(type: T, description: string) =>
  type.optional().meta({ default: '', description, secret: true });

/** Replaces and locks a setting of the newsroom. */
const identity = <T extends z.ZodType>(type: T, settingName: string, description: string) =>
  derived(type, `setting \`${settingName}\``, description);

const text = z.string().regex(AT_LEAST_ONE_VISIBLE, 'some text').trim();
const mailAddress = emailAddress({ invalid: 'an email address like editor@example.org' });

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `a whole number from ${least} to ${most}`);

const onOff = z.enum(['on', 'off'], 'on or off').transform((value) => value === 'on');

const address = (protocols: RegExp, expected: string) =>
  z.string().refine((value) => protocols.test(value) && URL.canParse(value), expected);

const siteAddress = z
  .string()
  .refine(isOrigin, 'an address like https://example.org, without a path')
  .transform((value) => new URL(value).origin);

const listOf = (separator: string, item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) => value.split(separator).map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .pipe(z.array(item));

const timeZone = z.string().refine(isTimeZone, 'the name of a time zone like Africa/Nairobi or UTC');

const trustProxy = z
  .string()
  .regex(/^(off|[1-5])$/, 'off, or the number of trusted reverse proxies, 1 to 5')
  .transform((value) => (value === 'off' ? 0 : Number(value)));

export const Environment = z.object({
  HOST: withDefault(text, '127.0.0.1', 'Address to listen on; `0.0.0.0` for every network of the machine.'),
  PORT: withDefault(wholeNumber(0, 65_535), '3000', 'Port to listen on; `0` selects any free port.'),
  PUBLIC_URL: derived(
    siteAddress,
    '`http://HOST:PORT`',
    'Public address of the site. Used in links, feeds and emails.',
  ),
  DATA_DIR: withDefault(
    z.string().transform((path) => resolve(path)),
    './data',
    'Folder of all data: database, images, secrets.',
  ),
  DATABASE_URL: secret(
    address(/^postgres(ql)?:\/\//, 'an address like postgresql://user:password@host/database'),
    'A PostgreSQL server, version 15 or newer, instead of the embedded database.',
  ),
  SMTP_URL: secret(
    address(/^smtps?:\/\//, 'an address like smtp://user:password@host:587'),
    'Mail server. Without it, emails are written as files into the data folder.',
  ),
  EMAILJS_SERVICE_ID: optional(
    text,
    'Sends emails through EmailJS when there is no `SMTP_URL`. Set this, the template and the public key, or none of them.',
  ),
  EMAILJS_TEMPLATE_ID: optional(
    text,
    'EmailJS template; receives `from_name`, `from_email`, `subject`, `message` and `to_email`.',
  ),
  EMAILJS_PUBLIC_KEY: optional(text, 'EmailJS public key.'),
  EMAILJS_PRIVATE_KEY: secret(text, 'EmailJS private key, if the account requires it.'),
  EMAILJS_THROTTLE_SECONDS: withDefault(
    wholeNumber(0, 60),
    '1',
    'Minimum seconds between two requests to EmailJS; accounts are limited to one request per second.',
  ),
  EMAILJS_URL: withDefault(
    address(/^https?:\/\//, 'an http or https address'),
    'https://api.emailjs.com/api/v1.0/email/send',
    'EmailJS send endpoint.',
  ),
  MAIL_FROM: derived(
    z.string().refine(isMailbox, 'an address like Meridian <editor@example.org>'),
    'settings `publication_name` and `contact_email`',
    'Sender of the emails, like `Meridian <editor@example.org>`.',
  ),
  S3_ENDPOINT: optional(
    address(/^https?:\/\//, 'an http or https address'),
    'S3-compatible storage for images instead of the data folder. Set all five `S3_` variables or none.',
  ),
  S3_BUCKET: optional(text, 'S3 bucket.'),
  S3_REGION: optional(text, 'S3 region.'),
  S3_ACCESS_KEY_ID: optional(text, 'S3 access key ID.'),
  S3_SECRET_ACCESS_KEY: secret(text, 'S3 secret access key.'),
  WEBHOOK_PRIVATE_ADDRESSES: withDefault(
    onOff,
    'off',
    'Whether webhooks may use http and addresses of this machine and of private networks: `on` or `off`.',
  ),
  TRUST_PROXY: withDefault(
    trustProxy,
    'off',
    'Number of trusted reverse proxies (1 to 5). The client address is then read from the entries they add to `X-Forwarded-For`, with or without a port.',
  ),
  SAMPLE_CONTENT: withDefault(
    onOff,
    'on',
    'Adds fourteen sample articles to an empty database: `on` or `off`.',
  ),
  LOG_LEVEL: withDefault(
    z.enum(LEVELS, `one of ${LEVELS.join(', ')}`),
    'info',
    `Log level: ${LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
  ),
  PAGE_CACHE_MB: withDefault(wholeNumber(0, 65_536), '64', 'Memory for the page cache, in MB.'),
  TIME_ZONE: identity(timeZone, 'publication_time_zone', 'Time zone in which dates are shown.'),
  SITE_NAME: identity(text, 'publication_name', 'Name of the publication.'),
  SITE_TAGLINE: identity(text, 'publication_tagline', 'Tagline of the publication.'),
  SITE_DESCRIPTION: identity(text, 'publication_description', 'One sentence for search engines and feeds.'),
  SITE_AUTHOR: identity(text, 'publication_default_author', 'Author of articles without an author.'),
  SITE_EMAIL: identity(
    mailAddress,
    'contact_email',
    'Public address of the owner; contact messages go there unless there is a recipient of their own.',
  ),
  SITE_ADDRESS: identity(
    listOf(';', z.string()),
    'contact_address',
    'Postal address; lines separated by semicolons.',
  ),
  SITE_SOCIAL: identity(
    listOf(',', address(/^https:\/\//, 'https addresses separated by commas')),
    'contact_social',
    'Social profiles of the publication: https addresses separated by commas.',
  ),
});

export type Environment = z.output<typeof Environment>;

/** Every variable, for the documentation. */
export function describeConfig(): VariableDescription[] {
  return Object.entries(Environment.shape).map(([name, type]) => {
    const { default: fallback, description } = z
      .object({ default: z.string(), description: z.string() })
      .parse(type.meta());
    return { name, default: fallback, description };
  });
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username } = new URL(value);
  return /^https?:$/.test(protocol) && pathname === '/' && search + hash + username === '';
}

function isMailbox(value: string): boolean {
  try {
    return Boolean(parseMailbox(value));
  } catch {
    return false;
  }
}

function isTimeZone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}
