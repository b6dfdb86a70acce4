import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';
import { SETTING_DEFINITIONS } from './settings.ts';
import type { Setting } from './settings/setting.ts';

const contracts = join(packageRoot, 'docs/contracts.md');

it.skipIf(!existsSync(contracts))('docs/contracts.md has the table of all settings', () => {
  const rows = Object.entries<Setting>(SETTING_DEFINITIONS)
    .filter(([name]) => !name.endsWith('_retention_days'))
    .map(([name, { description, variable }]) => {
      const lock = variable === undefined ? '' : `\`${variable}\``;
      return `| \`${name}\` | ${lock} | ${description} |`;
    });
  const table = ['| Setting | Locked by | Description |', '|---|---|---|', ...rows].join('\n');
  const [, rest = ''] = readFileSync(contracts, 'utf8').split('| Setting | Locked by');
  expect(`| Setting | Locked by${rest.split('\n\n', 1)[0]}`).toBe(table);
});
