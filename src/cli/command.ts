import { z } from 'zod';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';

export interface CommandContext {
  readonly config: Config;
  readonly database: Database;
  /** One line for the person who typed the command. */
  readonly print: (line: string) => void;
}

/** What a command finds when the site is stopped: the database brought up to date, made if missing, or left as it is. */
export type DatabaseState = 'migrated' | 'created' | 'as-found';

export interface Command {
  readonly name: string;
  /** The words after the name, as help shows them. */
  readonly usage: string;
  readonly summary: string;
  /** Options it takes, as typed: `--force`. They come after the other words. */
  readonly options: readonly string[];
  readonly database: DatabaseState;
  /** Throws a UsageError. What it returns may be parsed again by the running site and must come out the same. */
  parse(words: readonly string[]): string[];
  /** Throws an OperatorError when it cannot be done. Resolves to false when a fault was found and printed. */
  run(words: readonly string[], context: CommandContext): Promise<boolean>;
}

interface CommandDefinition<T extends z.ZodType<string[]>> extends Pick<
  Command,
  'name' | 'usage' | 'summary'
> {
  readonly words: T;
  readonly options?: readonly string[];
  readonly database?: DatabaseState;
  run(words: z.output<T>, context: CommandContext): Promise<boolean | void>;
}

export class UsageError extends Error {
  override name = 'UsageError';
}

export function defineCommand<T extends z.ZodType<string[]>>(definition: CommandDefinition<T>): Command {
  const { name, usage, summary, words: type, options = [], database = 'migrated' } = definition;
  const parse = (words: readonly string[]) => {
    const { success, data, error } = type.safeParse(words);
    if (success) return data;
    const wrong = error.issues.find((issue) => issue.path.length > 0);
    const reason = wrong ? `${wrong.message}: ${words[Number(wrong.path[0])] ?? ''}\n` : '';
    throw new UsageError(`${reason}Usage: npm run cli -- ${[name, usage].join(' ').trim()}`);
  };
  const run = async (words: readonly string[], context: CommandContext) =>
    (await definition.run(parse(words), context)) !== false;
  return { name, usage, summary, options, database, parse, run };
}

/** An address as accounts keep it. */
export const emailWord = z.string().trim().toLowerCase().pipe(z.email('This is not an e-mail address'));

export const noWords = z.tuple([]);
