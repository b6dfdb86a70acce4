import { parseArgs } from 'node:util';
import { readConfig } from '#platform/config.server.ts';
import { errorText } from '#platform/error-text.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { UsageError } from './command.ts';
import { COMMANDS, findCommand } from './commands.ts';
import type { Terminal } from './control-client.server.ts';
import { checkEnvironment } from './doctor-environment.server.ts';
import { executeCommand } from './execute.server.ts';

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

const terminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
};

/** The program behind a pipe, such as `head`, may end first. The command is then finished without output. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Runs the command line and returns the exit code. */
export async function runCommand(argv: string[]): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  try {
    return (await run(argv)) ? 0 : EXIT_FAILURE;
  } catch (error) {
    terminal.printError(errorText(error));
    if (error instanceof UsageError) return EXIT_USAGE;
    if (!(error instanceof OperatorError) && error instanceof Error) terminal.printError(error.stack ?? '');
    return EXIT_FAILURE;
  }
}

async function run(argv: string[]): Promise<boolean> {
  const name = argv.find((arg) => !arg.startsWith('-'));
  const command = name === undefined ? undefined : findCommand(name);
  const { args, wantsHelp } = parseArguments(argv, command?.options ?? []);
  if (wantsHelp || name === undefined || name === 'help') return showHelp();
  if (!command) throw new UsageError(`There is no command "${name}". npm run cli -- help lists them.`);
  const parsed = command.parse(args);
  // `doctor` must also work if the configuration or the data folder, which every command needs, is broken.
  if (command.name === 'doctor' && !(await checkEnvironment(terminal.print))) return false;
  return executeCommand(command, parsed, readConfig(), terminal);
}

/** Returns the arguments after the command's name, options last. */
function parseArguments(
  argv: string[],
  knownOptions: readonly string[],
): { args: string[]; wantsHelp: boolean } {
  try {
    const { positionals, tokens } = parseArgs({
      args: argv,
      allowPositionals: true,
      tokens: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(knownOptions.map((option) => [option.slice(2), { type: 'boolean' as const }])),
      },
    });
    const options = tokens.flatMap((token) => (token.kind === 'option' ? [`--${token.name}`] : []));
    const args = [...positionals.slice(1), ...options.filter((option) => knownOptions.includes(option))];
    return { args, wantsHelp: options.includes('--help') };
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
