import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeConfig, readConfig } from './config.server.ts';
import { packageRoot } from './package-root.server.ts';

const reading = (env: Record<string, string>) => () => readConfig(env);

const INVALID = {
  PORT: 'eighty',
  PUBLIC_URL: 'https://news.example/blog',
  TRUST_PROXY: '9',
  SAMPLE_CONTENT: 'yes',
  TIME_ZONE: 'Mars/Olympus',
  LOG_LEVEL: 'loud',
  PAGE_CACHE_MB: '-1',
  SITE_EMAIL: 'nobody',
  SITE_SOCIAL: 'http://a.example',
  S3_BUCKET: 'pictures',
};

describe('the environment', () => {
  test('an empty value counts as unset, and unknown names are ignored', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', SITE_COLOUR: 'red' })).toEqual(readConfig({}));
  });

  test('locks only the settings whose variables are set', () => {
    expect(readConfig({ SITE_NAME: '' }).identity).toEqual({});
    const identity = {
      TIME_ZONE: 'Africa/Nairobi',
      SITE_ADDRESS: 'One Street ; Lagos ;',
      SITE_SOCIAL: 'https://a.example/x, https://b.example/y',
    };
    expect(readConfig(identity).identity).toEqual({
      TIME_ZONE: 'Africa/Nairobi',
      SITE_ADDRESS: ['One Street', 'Lagos'],
      SITE_SOCIAL: ['https://a.example/x', 'https://b.example/y'],
    });
  });

  test.each([
    ['0.0.0.0', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['news.lan', 'http://news.lan:3000'],
  ])('listening on %s, the default public URL is %s', (host, url) => {
    expect(readConfig({ HOST: host }).publicUrl).toBe(url);
  });

  test('all problems are reported at once, each with the value and what was expected', () => {
    const read = reading(INVALID);
    expect(read).toThrow('The environment has 10 problems:');
    expect(read).toThrow('PORT is "eighty": expected a whole number from 0 to 65535');
    expect(read).toThrow('PUBLIC_URL is "https://news.example/blog": expected an address like');
    expect(read).toThrow('SITE_SOCIAL is "http://a.example": expected https addresses');
    expect(read).toThrow('S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY missing');
  });

  test('a problem with a secret is reported without its value', () => {
    const read = reading({ DATABASE_URL: 'mysql://root:hunter2@db', SMTP_URL: 'hunter2' });
    expect(read).toThrow('DATABASE_URL is not usable: expected an address like postgresql://');
    expect(read).not.toThrow('hunter2');
  });
});

const contracts = join(packageRoot, 'docs/contracts.md');

test.skipIf(!existsSync(contracts))('docs/contracts.md has the table of all variables', () => {
  expect(readFileSync(contracts, 'utf8')).toContain(describeConfigTable());
});

/** The table in the file must be equal to this one, so that it lists every variable. */
function describeConfigTable(): string {
  const rows = describeConfig().map((variable) => {
    const fallback =
      /[`]/.test(variable.default) || variable.default === '' ? variable.default : `\`${variable.default}\``;
    return `| \`${variable.name}\` | ${fallback} | ${variable.description} |`;
  });
  return ['| Variable | Default | Description |', '|---|---|---|', ...rows].join('\n');
}
