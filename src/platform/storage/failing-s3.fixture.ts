import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { s3Storage, type S3StorageOptions } from './s3.server.ts';

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await stopStore();
});

export const stopStore = () => new Promise((resolve) => server?.close(resolve));

export const SECRET = 'very-secret-indeed';

/** A server with the given behavior, for failures. The behavior of a real service is tested in storage.test.ts. */
export async function startStore(
  answers: RequestListener,
  limits: Pick<S3StorageOptions, 'timeoutMs' | 'limitMs'> = {},
) {
  const requests: { method: string; url: string; authorization: string }[] = [];
  server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, authorization: headers.authorization ?? '' });
    request.resume();
    answers(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const storage = s3Storage({
    endpoint: `http://127.0.0.1:${port}/`,
    bucket: 'b',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: SECRET,
    ...limits,
  });
  return { storage, requests };
}
