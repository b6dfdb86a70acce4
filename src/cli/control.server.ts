import { chmodSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { readLines } from '#platform/lines.ts';
import type { Log } from '#platform/log.server.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { UsageError } from './command.ts';
import { findCommand } from './commands.ts';
import { placeSocket } from './control-path.server.ts';
import { type ControlReply, ControlRequest } from './control-protocol.ts';

export interface ControlOptions {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
}

/**
 * Runs commands inside the site while it runs, for the embedded database has room for one process only. Who may open
 * the socket may do anything, so the socket is its owner's alone.
 */
export async function openControl(options: ControlOptions): Promise<{ close: () => Promise<void> }> {
  const { path, remove } = placeSocket(options.config.dataDir);
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    // The person at the other end may interrupt their command at any time.
    socket.on('error', () => socket.destroy());
    void serve(socket, options);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Created for nobody else: between its creation and a chmod another user could have got in.
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

async function serve(socket: Socket, { config, database, log }: ControlOptions): Promise<void> {
  const reply = (message: ControlReply) => socket.write(`${JSON.stringify(message)}\n`);
  try {
    const { command: name, words } = ControlRequest.parse(JSON.parse(await firstLine(socket)));
    const command = findCommand(name);
    if (!command)
      throw new OperatorError('The running site is another release and does not know this command.');
    log.info({ command: name }, 'command');
    reply({ done: await command.run(words, { config, database, print: (line) => reply({ print: line }) }) });
  } catch (err) {
    const expected = err instanceof OperatorError || err instanceof UsageError;
    if (!expected) log.error({ err }, 'a command failed');
    reply({ complaint: expected ? err.message : 'The command failed; the log of the site says why.' });
    reply({ done: false });
  }
  socket.end();
}

async function firstLine(socket: Socket): Promise<string> {
  // Leaving a loop over a socket closes it, unless told otherwise; the answer is still to be written.
  for await (const line of readLines(socket.iterator({ destroyOnReturn: false }))) return line;
  return '';
}
