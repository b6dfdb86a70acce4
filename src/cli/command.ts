import { z } from 'zod';
import type { Config } from '#platform/config.server.ts';
import { emailAddress } from '#platform/mail/email-address-schema.ts';
import type { Database } from '#platform/db/database.ts';

export interface CommandContext {
  readonly config: Config;
  readonly database: Database;
  /** Prints one line to the user's terminal. */
  readonly print: (line: string) => void;
}

/** How a command opens the database while the site is stopped: migrated, created if missing, or unchanged. */
export type DatabaseState = 'migrated' | 'created' | 'unchanged';

export interface Command {
  readonly name: string;
  /** The arguments after the name, as shown in the help. */
  readonly usage: string;
  readonly summary: string;
  /** Options with their dashes, such as `--force`. They follow the positional arguments. */
  readonly options: readonly string[];
  readonly database: DatabaseState;
  /** Throws a UsageError. Must be idempotent: the running site parses the result again. */
  parse(args: readonly string[]): string[];
  /** The absolute path of the file that it writes when it runs with these arguments, if any. */
  outputFile(args: readonly string[]): string | undefined;
  /** Throws an OperatorError if the command cannot run. Resolves to false if it found and printed a problem. */
  run(args: readonly string[], context: CommandContext): Promise<boolean>;
}

interface CommandDefinition<T extends z.ZodType<string[]>> extends Pick<
  Command,
  'name' | 'usage' | 'summary'
> {
  readonly args: T;
  readonly options?: readonly string[];
  readonly database?: DatabaseState;
  outputFile?(args: z.output<T>): string | undefined;
  run(args: z.output<T>, context: CommandContext): Promise<boolean | void>;
}

export class UsageError extends Error {
  override name = 'UsageError';
}

export function defineCommand<T extends z.ZodType<string[]>>(definition: CommandDefinition<T>): Command {
  const { name, usage, summary, args: schema, options = [], database = 'migrated' } = definition;
  const parse = (args: readonly string[]) => {
    const { success, data, error } = schema.safeParse(args);
    if (success) return data;
    const issue = error.issues.find(({ path }) => path.length > 0);
    const reason = issue ? `${issue.message}: ${args[Number(issue.path[0])] ?? ''}\n` : '';
    throw new UsageError(`${reason}Usage: npm run cli -- ${[name, usage].join(' ').trim()}`);
  };
  const run = async (args: readonly string[], context: CommandContext) =>
    (await definition.run(parse(args), context)) !== false;
  const outputFile = (args: readonly string[]) => definition.outputFile?.(parse(args));
  return { name, usage, summary, options, database, parse, outputFile, run };
}

/** An email address, in the canonical form of the accounts table. */
export const emailArg = emailAddress({ invalid: 'This is not an email address' });

export const noArgs = z.tuple([]);
