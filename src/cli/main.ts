import { requireNodeVersion } from '#platform/node-version.ts';

requireNodeVersion();
const { runCommand } = await import('./run-command.server.ts');
process.exitCode = await runCommand(process.argv.slice(2));
