import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

const MAX_ATTEMPTS = 6;

export interface UploadedPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
}

/**
 * Sends a request for which a picture is decoded or rendered, and repeats it as `Retry-After` says while the response is 503: on a
 * busy machine this may take longer than the site waits for it. After six attempts it returns the last response, whatever it is.
 *
 * @param wait by default real time passes; with a clock of the test, the function moves that clock instead
 */
export async function repeatWhileUnavailable(
  send: () => Response | Promise<Response>,
  wait: (seconds: number) => unknown = (seconds) => sleep(seconds * 1000),
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send();
    if (response.status !== 503 || attempt === MAX_ATTEMPTS) return response;
    await response.body?.cancel();
    await wait(Number(response.headers.get('retry-after')));
  }
}

/** Uploads a picture for articles, which must succeed. */
export async function uploadPicture(
  app: Pick<TestApp, 'fetch'>,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Promise<UploadedPicture> {
  const body = new Uint8Array(bytes);
  const response = await repeatWhileUnavailable(() =>
    app.fetch('/api/newsroom/images', { method: 'POST', headers, body }),
  );
  expect(response.status).toBe(201);
  return (await response.json()) as UploadedPicture;
}
