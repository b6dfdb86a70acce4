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
  const { name, words, wantsHelp } = read(typed);
  if (wantsHelp || name === undefined || name === 'help') return showHelp();
  const command = findCommand(name);
  if (!command) throw new UsageError(`There is no command "${name}". npm run cli -- help lists them.`);
  const checked = command.parse(words);
  // The doctor is called when something is wrong, perhaps with what every other command needs to run at all.
  if (command.name === 'doctor' && !(await checkSurroundings(terminal.print))) return false;
  return execute(command, checked, readConfig(), terminal);
}

function read(typed: string[]): { name: string | undefined; words: string[]; wantsHelp: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: typed,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    });
    const [name, ...words] = positionals;
    return { name, words, wantsHelp: values.help };
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
