import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';

export interface RemoteSite {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Paths that were requested, in order. */
  readonly requestedPaths: readonly string[];
  /** Header fields of the last request. */
  headers(): IncomingMessage['headers'];
  close(): Promise<void>;
}

type Respond = (response: ServerResponse, path: string) => void;

/** A local HTTP server that stands in for a remote site. */
export async function startRemoteSite(respond: Respond): Promise<RemoteSite> {
  const requestedPaths: string[] = [];
  let last: IncomingMessage['headers'] = {};
  const server: Server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '');
    last = request.headers;
    respond(response, request.url ?? '');
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requestedPaths,
    headers: () => last,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** An outbound policy that allows this address on every port, and nothing else. */
export const allowOnly = (address: string): OutboundPolicy => ({
  isAllowedAddress: (candidate) => candidate === address,
  isAllowedPort: () => true,
});
