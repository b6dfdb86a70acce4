import { parseArgs } from 'node:util';
import { readConfig } from '#platform/config.server.ts';
import { errorText } from '#platform/error-text.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { UsageError } from './command.ts';
import { COMMANDS, findCommand } from './commands.ts';
import type { Terminal } from './control-client.server.ts';
import { checkSurroundings } from './doctor-surroundings.server.ts';
import { execute } from './execute.server.ts';

const FAILED = 1;
const MISUSED = 2;

const terminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
};

/** Runs what was typed and returns the exit code. */
export async function runCommand(typed: string[]): Promise<number> {
  try {
    return (await run(typed)) ? 0 : FAILED;
  } catch (error) {
    terminal.complain(errorText(error));
    if (error instanceof UsageError) return MISUSED;
    if (!(error instanceof OperatorError) && error instanceof Error) terminal.complain(error.stack ?? '');
    return FAILED;
  }
}

async function run(typed: string[]): Promise<boolean> {
  const name = typed.find((word) => !word.startsWith('-'));
  const command = name === undefined ? undefined : findCommand(name);
  const { words, wantsHelp } = read(typed, command?.options ?? []);
  if (wantsHelp || name === undefined || name === 'help') return showHelp();
  if (!command) throw new UsageError(`There is no command "${name}". npm run cli -- help lists them.`);
  const checked = command.parse(words);
  // The doctor is called when something is wrong, perhaps with what every other command needs to run at all.
  if (command.name === 'doctor' && !(await checkSurroundings(terminal.print))) return false;
  return execute(command, checked, readConfig(), terminal);
}

/** The words after the name of the command, its options last. */
function read(typed: string[], known: readonly string[]): { words: string[]; wantsHelp: boolean } {
  try {
    const { positionals, tokens } = parseArgs({
      args: typed,
      allowPositionals: true,
      tokens: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(known.map((option) => [option.slice(2), { type: 'boolean' as const }])),
      },
    });
    const options = tokens.flatMap((token) => (token.kind === 'option' ? [`--${token.name}`] : []));
    const words = [...positionals.slice(1), ...options.filter((option) => known.includes(option))];
    return { words, wantsHelp: options.includes('--help') };
  } catch (error) {
    throw new UsageError(errorText(error));
  }
}

function showHelp(): boolean {
  const width = Math.max(...COMMANDS.map(({ name, usage }) => `${name} ${usage}`.length));
  terminal.print('Usage: npm run cli -- COMMAND\n');
  for (const { name, usage, summary } of COMMANDS)
    terminal.print(`  ${`${name} ${usage}`.padEnd(width)}  ${summary}`);
  terminal.print('\nCommands work while the site runs and while it is stopped.');
  return true;
}
