import { chmodSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { readLines } from '#platform/lines.ts';
import type { Log } from '#platform/log.server.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { UsageError } from './command.ts';
import { findCommand } from './commands.ts';
import { prepareSocketPath } from './control-path.server.ts';
import { type ControlReply, ControlRequest } from './control-protocol.ts';

export interface ControlServerOptions {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
}

/**
 * Runs CLI commands inside the running site, because only one process can open the embedded database. A process that
 * can connect has full control, so only the owner may access the socket.
 */
export async function startControlServer(
  options: ControlServerOptions,
): Promise<{ close: () => Promise<void> }> {
  const { path, remove } = prepareSocketPath(options.config.dataDir);
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    // The user may interrupt the command at any time.
    socket.on('error', () => socket.destroy());
    void serve(socket, options);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Created with the umask: between creation and chmod another user could connect.
    const mask = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(mask);
  });
  chmodSync(path, 0o600);
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of connections) socket.destroy();
    await closed;
    remove();
  };
  return { close };
}

async function serve(socket: Socket, { config, database, log }: ControlServerOptions): Promise<void> {
  const reply = (message: ControlReply) => socket.write(`${JSON.stringify(message)}\n`);
  try {
    const { command: name, words: args } = ControlRequest.parse(JSON.parse(await firstLine(socket)));
    const command = findCommand(name);
    if (!command)
      throw new OperatorError('The running site is another release and does not know this command.');
    log.info({ command: name }, 'command');
    reply({ done: await command.run(args, { config, database, print: (line) => reply({ print: line }) }) });
  } catch (err) {
    const expected = err instanceof OperatorError || err instanceof UsageError;
    if (!expected) log.error({ err }, 'a command failed');
    reply({ error: expected ? err.message : 'The command failed; the log of the site says why.' });
    reply({ done: false });
  }
  socket.end();
}

async function firstLine(socket: Socket): Promise<string> {
  // By default, leaving a loop over a socket destroys it, but the reply has yet to be written.
  for await (const line of readLines(socket.iterator({ destroyOnReturn: false }))) return line;
  return '';
}
