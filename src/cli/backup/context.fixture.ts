import { readConfig } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';

/** What a command gets that uses a database and a data folder; `printed` collects its output. */
export const commandContext = (
  database: Database,
  dataDir: string,
  { printed = [], env = {} }: { printed?: string[]; env?: Readonly<Record<string, string>> } = {},
) => ({
  config: readConfig({ DATA_DIR: dataDir, ...env }),
  database,
  print: (line: string) => void printed.push(line),
});
