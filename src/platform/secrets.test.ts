import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets } from './secrets.server.ts';

const unused = () => Promise.resolve(false);
const used = () => Promise.resolve(true);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridian-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('are generated once, readable by the owner only, and stored', async () => {
  const first = await loadSecrets(join(folder, 'new'), unused);
  expect(Object.values(first).every((secret) => secret.length >= 43)).toBe(true);
  expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length);
  expect(statSync(join(folder, 'new/secrets.json')).mode & 0o777).toBe(0o600);
  expect(await loadSecrets(join(folder, 'new'), unused)).toEqual(first);
  expect(readdirSync(join(folder, 'new'))).toEqual(['secrets.json']);
});

test('concurrent first starts use the same secrets', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(folder, unused)));
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
});

test('a secret that a new release needs is added, and the others stay', async () => {
  const authSecret = 'x'.repeat(40);
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ authSecret, ofTheOwner: 1 }));
  expect((await loadSecrets(folder, unused)).authSecret).toBe(authSecret);
  expect(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))).toMatchObject({
    authSecret,
    ofTheOwner: 1,
  });
});

test('a damaged file is never replaced', async () => {
  writeFileSync(join(folder, 'secrets.json'), '{"authSec');
  await expect(loadSecrets(folder, unused)).rejects.toThrow('cannot be read');
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe('{"authSec');
});

test('a missing file is not replaced when data depends on it', async () => {
  await expect(loadSecrets(folder, used)).rejects.toThrow('secrets.json is missing');
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'secrets.json'), '{}');
  expect((await loadSecrets(folder, used)).authSecret.length).toBeGreaterThanOrEqual(43);
});
