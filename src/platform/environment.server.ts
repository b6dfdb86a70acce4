import { resolve } from 'node:path';
import { z } from 'zod';
import { parseMailbox } from './mail/mail.ts';

/** One line of the table of variables. */
export interface VariableDescription {
  readonly name: string;
  /** As it would be written in the environment; empty when the variable is simply absent. */
  readonly default: string;
  readonly meaning: string;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const AT_LEAST_ONE_VISIBLE = /\S/;

const withDefault = <T extends z.ZodType>(type: T, fallback: string, meaning: string) =>
  type.prefault(fallback as z.input<T>).meta({ default: fallback, meaning });
/** Its default is worked out from other variables and is described in words. */
const derived = <T extends z.ZodType>(type: T, fallback: string, meaning: string) =>
  type.optional().meta({ default: fallback, meaning });
const optional = <T extends z.ZodType>(type: T, meaning: string) =>
  type.optional().meta({ default: '', meaning });
/** A mistake in it is reported without its value, which may hold a password. */
const secret = <T extends z.ZodType>(type: T, meaning: string) =>
  type.optional().meta({ default: '', meaning, secret: true });

const words = z.string().regex(AT_LEAST_ONE_VISIBLE, 'some text').trim();
const mailAddress = z.email('an e-mail address like editor@example.org');

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
  .regex(/^(off|[1-5])$/, 'off, or how many proxies stand in front, 1 to 5')
  .transform((value) => (value === 'off' ? 0 : Number(value)));

export const Environment = z.object({
  HOST: withDefault(words, '127.0.0.1', 'Address to listen on; `0.0.0.0` for every network of the machine.'),
  PORT: withDefault(wholeNumber(0, 65_535), '3000', 'Port to listen on; `0` takes any free one.'),
  PUBLIC_URL: derived(
    siteAddress,
    '`http://HOST:PORT`',
    'Address readers use. Stands in links, feeds and mail.',
  ),
  DATA_DIR: withDefault(
    z.string().transform((path) => resolve(path)),
    './data',
    'Folder of everything the site keeps: database, pictures, secrets.',
  ),
  DATABASE_URL: secret(
    address(/^postgres(ql)?:\/\//, 'an address like postgresql://user:password@host/database'),
    'A PostgreSQL server, 15 or newer, instead of the database inside the process.',
  ),
  SMTP_URL: secret(
    address(/^smtps?:\/\//, 'an address like smtp://user:password@host:587'),
    'Mail server. Without it mails are written as files into the data folder.',
  ),
  EMAILJS_SERVICE_ID: optional(
    words,
    'Mails through EmailJS, where there is no `SMTP_URL`. This, the template and the public key, or none.',
  ),
  EMAILJS_TEMPLATE_ID: optional(
    words,
    'Its template; gets `from_name`, `from_email`, `subject`, `message` and `to_email`.',
  ),
  EMAILJS_PUBLIC_KEY: optional(words, 'Its public key.'),
  EMAILJS_PRIVATE_KEY: secret(words, 'Its private key, if the account asks for it.'),
  EMAILJS_THROTTLE_SECONDS: withDefault(
    wholeNumber(0, 60),
    '1',
    'Least seconds between two requests to it; accounts are limited to one a second.',
  ),
  EMAILJS_URL: withDefault(
    address(/^https?:\/\//, 'an http or https address'),
    'https://api.emailjs.com/api/v1.0/email/send',
    'Its send endpoint.',
  ),
  MAIL_FROM: derived(
    z.string().refine(isMailbox, 'an address like Meridian <editor@example.org>'),
    '`SITE_NAME <SITE_EMAIL>`',
    'Sender of the mails.',
  ),
  S3_ENDPOINT: optional(
    address(/^https?:\/\//, 'an http or https address'),
    'Store for pictures instead of the data folder. All five `S3_` variables or none.',
  ),
  S3_BUCKET: optional(words, 'Its bucket.'),
  S3_REGION: optional(words, 'Its region.'),
  S3_ACCESS_KEY_ID: optional(words, 'Its key.'),
  S3_SECRET_ACCESS_KEY: secret(words, 'Its secret.'),
  TRUST_PROXY: withDefault(
    trustProxy,
    'off',
    'How many proxies stand in front (1 to 5), so that the network of a reader is read from what they add to `X-Forwarded-For`, with or without a port.',
  ),
  SAMPLE_CONTENT: withDefault(
    onOff,
    'on',
    'Puts a dozen sample articles into an empty database: `on` or `off`.',
  ),
  LOG_LEVEL: withDefault(
    z.enum(LEVELS, `one of ${LEVELS.join(', ')}`),
    'info',
    `What is logged: ${LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
  ),
  PAGE_CACHE_MB: withDefault(wholeNumber(0, 65_536), '64', 'Memory for rendered pages.'),
  TIME_ZONE: withDefault(timeZone, 'UTC', 'Zone in which dates are shown.'),
  SITE_NAME: withDefault(words, 'Meridian', 'Name of the publication.'),
  SITE_TAGLINE: withDefault(words, 'Contemporary Issues, Clear Analysis', 'Its tagline.'),
  SITE_DESCRIPTION: withDefault(
    words,
    'Independent news and analysis on global politics, African affairs, economy, culture, technology and media.',
    'One sentence for search engines and feeds.',
  ),
  SITE_AUTHOR: withDefault(words, 'Meridian Editorial Team', 'Author of an article that names none.'),
  SITE_EMAIL: withDefault(
    mailAddress,
    'editor@meridian.example',
    'Address of the owner; contact messages go there. The default is a placeholder.',
  ),
  SITE_ADDRESS: withDefault(
    listOf(';', z.string()),
    'Editorial office; 1 Meridian Way; Example City',
    'Postal address; lines separated by semicolons. The default is a placeholder.',
  ),
  SITE_SOCIAL: withDefault(
    listOf(',', address(/^https:\/\//, 'https addresses separated by commas')),
    'https://mastodon.example/@meridian,https://bluesky.example/meridian',
    'Pages of the publication elsewhere: https addresses separated by commas. The default is a placeholder.',
  ),
});

export type Environment = z.output<typeof Environment>;

/** Every variable, for the documentation. */
export function describeConfig(): VariableDescription[] {
  return Object.entries(Environment.shape).map(([name, type]) => {
    const { default: fallback, meaning } = z
      .object({ default: z.string(), meaning: z.string() })
      .parse(type.meta());
    return { name, default: fallback, meaning };
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
