import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { requireStoredLogos } from '#domain/images/logos.server.ts';
import { requireAllowedAddresses } from '#domain/site/contacted-addresses.server.ts';
import { lockedSettings } from '#domain/site/locked-settings.ts';
import { readSettings, storeSettings } from '#domain/site/settings.server.ts';
import { SETTING_NAMES, type SettingName, SETTINGS, SettingsPatch } from '#domain/site/settings.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { describeFileError } from '#platform/file-error.ts';
import { publicInternet } from '#platform/outbound/address-policy.server.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { formatCount } from '#ui/format-count.ts';
import { type CommandContext, defineCommand } from './command.ts';

/** Bytes; all settings at their limits are smaller. */
const MAX_FILE_SIZE = 1_000_000;

// Resolved in the CLI process: the running site may have another working directory.
const file = z
  .string()
  .min(1)
  .transform((path) => resolve(path));

export const settings = defineCommand({
  name: 'settings',
  usage: 'get [NAME] | set NAME VALUE | export [FILE] | import FILE',
  summary: 'shows and changes the settings of the newsroom',
  args: z.union([
    z.tuple([z.literal('get')]),
    z.tuple([z.literal('get'), z.string()]),
    z.tuple([z.literal('set'), z.string(), z.string()]),
    z.tuple([z.literal('export')]),
    z.tuple([z.literal('export'), file]),
    z.tuple([z.literal('import'), file]),
  ]),
  outputFile: ([action, path]) => (action === 'export' ? path : undefined),
  async run([action, first, second], context) {
    if (action === 'get') await printSettings(context, first);
    else if (action === 'export') await exportSettings(context, first);
    else if (action === 'import') await importSettings(context, first ?? '');
    else await setSetting(context, first ?? '', second ?? '');
  },
});

/** Without a name every setting, with the variable that determines it; with a name only its value, as JSON. */
async function printSettings({ config, database, print }: CommandContext, name?: string): Promise<void> {
  const locked = lockedSettings(config);
  const current = await readSettings(database.db, locked);
  if (name !== undefined) return print(JSON.stringify(current[requireName(name)]));
  for (const known of SETTING_NAMES) {
    const variable = locked.variables[known];
    print(`${known} = ${JSON.stringify(current[known])}${variable === undefined ? '' : ` (${variable})`}`);
  }
}

async function setSetting(
  { config, database, print }: CommandContext,
  given: string,
  text: string,
): Promise<void> {
  const name = requireName(given);
  const patch = parsePatch({ [name]: parseValue(name, text) });
  await requireUsable(database, patch).catch(throwAsOperatorError);
  await database
    .transaction((tx) => storeSettings(tx, null, patch, { locked: lockedSettings(config) }))
    .catch(throwAsOperatorError);
  print(`${name} = ${JSON.stringify(patch[name])}`);
}

/** The stored settings as JSON. Values of the environment belong to this machine and are not exported. */
async function exportSettings({ database, print }: CommandContext, path?: string): Promise<void> {
  const json = JSON.stringify(await readSettings(database.db), null, 2);
  if (path === undefined) return print(json);
  await writeFile(path, `${json}\n`).catch((error: unknown) => {
    throw new OperatorError(`${path} could not be written: ${describeFileError(error)}.`);
  });
  print(`The settings were written to ${path}.`);
}

async function importSettings({ config, database, print }: CommandContext, path: string): Promise<void> {
  const locked = lockedSettings(config);
  const patch = parsePatch(await readJson(path));
  const names = SETTING_NAMES.filter((name) => patch[name] !== undefined);
  const imported = names.filter((name) => locked.variables[name] === undefined);
  const values = Object.fromEntries(imported.map((name) => [name, patch[name]])) as SettingsPatch;
  await requireUsable(database, values).catch(throwAsOperatorError);
  await database.transaction((tx) => storeSettings(tx, null, values, { locked }));
  for (const name of names.filter((one) => !imported.includes(one)))
    print(`${name} was not imported, because ${locked.variables[name]} is set.`);
  print(`${formatCount(imported.length, 'setting was', 'settings were')} imported.`);
}

/** Throws a `DomainError` for a logo that is not stored, and for an address to which the site would send no request. */
async function requireUsable(database: Database, patch: SettingsPatch): Promise<void> {
  await requireStoredLogos(database, patch);
  requireAllowedAddresses(patch, publicInternet);
}

async function readJson(path: string): Promise<unknown> {
  try {
    if ((await stat(path)).size > MAX_FILE_SIZE) throw new OperatorError(`${path} is too large.`);
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new OperatorError(`${path} is not a JSON file.`);
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} could not be read: ${describeFileError(error)}.`);
  }
}

function requireName(name: string): SettingName {
  const found = SETTING_NAMES.find((known) => known === name);
  if (found === undefined)
    throw new OperatorError(`There is no setting "${name}". npm run cli -- settings get lists them.`);
  return found;
}

/** The text itself for a setting that is text, otherwise its JSON: `30`, `null`, `true`, `["a","b"]`. */
function parseValue(name: SettingName, text: string): unknown {
  if (SETTINGS[name].safeParse(text).success) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parsePatch(input: unknown): SettingsPatch {
  const { success, data, error } = SettingsPatch.safeParse(input);
  if (success) return data;
  const problems = error.issues.map(({ path, message }) => `  ${path.join('.') || 'settings'}: ${message}`);
  throw new OperatorError(['Nothing was changed:', ...problems].join('\n'));
}

function throwAsOperatorError(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const fields = Object.entries(error.details.fields ?? {}).map(([name, message]) => `  ${name}: ${message}`);
  throw new OperatorError([error.message, ...fields].join('\n'));
}
