import { connect, type Socket } from 'node:net';
import { readLines } from '#platform/lines.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { findSocketPath } from './control-path.server.ts';
import { ControlReply, type ControlRequest } from './control-protocol.ts';

export interface Terminal {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

/** Connects to the running site. Resolves to undefined if no site runs on this data folder. */
export async function connectToSite(dataDir: string): Promise<Socket | undefined> {
  const socket = connect(findSocketPath(dataDir));
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // ECONNREFUSED: a killed process left its socket behind.
      if (['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes(error.code ?? '')) resolve(undefined);
      else if (error.code !== 'EACCES') reject(error);
      else reject(new OperatorError('The site runs as another user. Run this command as that user.'));
    });
  });
}

export async function requestCommand(
  socket: Socket,
  request: ControlRequest,
  terminal: Terminal,
): Promise<boolean> {
  socket.write(`${JSON.stringify(request)}\n`);
  for await (const line of readLines(socket)) {
    const reply = ControlReply.parse(JSON.parse(line));
    if ('done' in reply) return reply.done;
    if ('print' in reply) terminal.print(reply.print);
    else terminal.printError(reply.error);
  }
  throw new OperatorError('The site stopped before the command was finished.');
}
