import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';

export interface RemoteSite {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[];
  /** Header fields of the last request. */
  headers(): IncomingMessage['headers'];
  close(): Promise<void>;
}

type Respond = (response: ServerResponse, path: string) => void;

/** A site on this machine that plays one of the internet. */
export async function startRemoteSite(respond: Respond): Promise<RemoteSite> {
  const asked: string[] = [];
  let last: IncomingMessage['headers'] = {};
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    last = request.headers;
    respond(response, request.url ?? '');
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    headers: () => last,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Lets requests go to this address of this machine, on every port, and nowhere else. */
export const onlyTo = (address: string): OutboundPolicy => ({
  isAllowedAddress: (given) => given === address,
  isAllowedPort: () => true,
});
