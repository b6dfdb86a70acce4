import { expect, test } from 'vitest';
import { ApiError, unreachable } from '../../api/api-error.ts';
import type { Sending, StoredPicture } from './send-picture.ts';
import { createUploads, isUploading } from './uploads.ts';

const PICTURE = { url: '/media/a-960.webp', width: 960, height: 540 };
const file = (type = 'image/png') => new File(['x'], 'port.png', { type });
const settled = () => new Promise((done) => setImmediate(done));

function bench() {
  const sent: (PromiseWithResolvers<StoredPicture> & { sending: Sending })[] = [];
  const heard: string[] = [];
  const pauses: (PromiseWithResolvers<void> & { milliseconds: number })[] = [];
  const uploads = createUploads({
    send(_, sending) {
      const answer = { ...Promise.withResolvers<StoredPicture>(), sending };
      sent.push(answer);
      return answer.promise;
    },
    importFrom(_, sending) {
      const answer = { ...Promise.withResolvers<StoredPicture>(), sending };
      sent.push(answer);
      return answer.promise;
    },
    onSuccess: () => heard.push('success'),
    onFailure: (message) => heard.push(message),
    wait(milliseconds) {
      const pause = { ...Promise.withResolvers<void>(), milliseconds };
      pauses.push(pause);
      return pause.promise;
    },
  });
  const listener = {
    onStart: () => heard.push('start'),
    onDone: ({ url }: StoredPicture) => heard.push(url),
    onCancel: () => heard.push('cancel'),
  };
  const imported = { ...listener, onFailed: (reason: string) => heard.push(`failed: ${reason}`) };
  return { uploads, sent, heard, listener, imported, pauses };
}

test('a picture is on the list with its progress until it has arrived', async () => {
  const { uploads, sent, heard, listener } = bench();
  uploads.start(file(), listener);
  sent[0]?.sending.onProgress(0.4);
  expect(uploads.store.get()).toMatchObject([{ name: 'port.png', share: 0.4, failure: null }]);
  expect(isUploading(uploads.store.get())).toBe(true);
  sent[0]?.resolve(PICTURE);
  await settled();
  expect(uploads.store.get()).toEqual([]);
  expect(heard).toEqual(['start', 'success', PICTURE.url]);
});

test('one that failed stays, says why, and can be tried again', async () => {
  const { uploads, sent, heard, listener } = bench();
  uploads.start(file(), listener);
  sent[0]?.reject(new Error('The store is full.'));
  await settled();
  const [failed] = uploads.store.get();
  expect(failed?.failure).toBe('The store is full.');
  expect(isUploading(uploads.store.get())).toBe(false);
  uploads.retry(failed?.id ?? '');
  expect(uploads.store.get()).toMatchObject([{ share: 0, failure: null }]);
  sent[1]?.resolve(PICTURE);
  await settled();
  expect(heard).toEqual(['start', 'The store is full.', 'success', PICTURE.url]);
});

test('one that was given up is not heard of again', async () => {
  const { uploads, sent, heard, listener } = bench();
  uploads.start(file(), listener);
  uploads.cancel(uploads.store.get()[0]?.id ?? '');
  expect(sent[0]?.sending.signal.aborted).toBe(true);
  sent[0]?.reject(new Error('aborted'));
  await settled();
  expect(uploads.store.get()).toEqual([]);
  expect(heard).toEqual(['start', 'cancel']);
});

test('what is no picture is not sent, and a failure without words has ours', async () => {
  const { uploads, sent, heard, listener } = bench();
  uploads.start(file('text/html'), listener);
  expect(sent).toEqual([]);
  uploads.start(file(), listener);
  sent[0]?.reject(new Error(''));
  await settled();
  expect(heard).toEqual(['Please upload an image file', 'start', 'Failed to upload image']);
});

test('two are sent at a time, and one that was given up while it waited is not sent', async () => {
  const { uploads, sent, heard, listener } = bench();
  for (let count = 0; count < 4; count++) uploads.start(file(), listener);
  expect(sent).toHaveLength(2);
  expect(uploads.store.get()).toHaveLength(4);
  uploads.cancel(uploads.store.get()[2]?.id ?? '');
  sent[0]?.reject(new Error('The store is full.'));
  await settled();
  expect(sent).toHaveLength(3);
  for (const answer of sent.slice(1)) answer.resolve(PICTURE);
  await settled();
  expect(sent).toHaveLength(3);
  expect(heard.filter((word) => word === PICTURE.url)).toHaveLength(2);
  expect(isUploading(uploads.store.get())).toBe(false);
});

const ELSEWHERE = 'https://elsewhere.example/a.png';
const answered = (status: number, retryAfterSeconds: number | null = null) =>
  new ApiError(`Answered ${status}`, { status, code: 'any', retryAfterSeconds });

test.each([
  ['a server that is busy', answered(503), 2_000],
  ['a limit of requests', answered(429, 12), 12_000],
  ['a limit of requests for long', answered(429, 3_600), 30_000],
  ['a line that is down', unreachable('test'), 2_000],
])('the import of a picture survives %s', async (_, error, milliseconds) => {
  const { uploads, sent, heard, imported, pauses } = bench();
  uploads.importFrom(ELSEWHERE, imported);
  sent[0]?.reject(error);
  await settled();
  expect(pauses).toMatchObject([{ milliseconds }]);
  expect(isUploading(uploads.store.get())).toBe(true);
  expect(sent).toHaveLength(1);
  pauses[0]?.resolve();
  await settled();
  sent[1]?.resolve(PICTURE);
  await settled();
  expect(heard).toEqual(['start', 'success', PICTURE.url]);
});

test('an import is given up after three attempts, and at once where another attempt cannot help', async () => {
  const { uploads, sent, heard, imported, pauses } = bench();
  uploads.importFrom(ELSEWHERE, imported);
  for (let count = 0; count < 3; count++) {
    sent[count]?.reject(answered(503));
    await settled();
    pauses[count]?.resolve();
    await settled();
  }
  expect(pauses.map(({ milliseconds }) => milliseconds)).toEqual([2_000, 8_000]);
  expect(heard).toEqual(['start', 'failed: Answered 503']);
  uploads.importFrom(ELSEWHERE, imported);
  sent[3]?.reject(answered(422));
  await settled();
  expect(heard.slice(2)).toEqual(['start', 'failed: Answered 422']);
  expect(pauses).toHaveLength(2);
  expect(sent).toHaveLength(4);
  expect(uploads.store.get()).toEqual([]);
});

test('an import that pauses keeps nobody waiting, and is not sent again once it was given up', async () => {
  const { uploads, sent, heard, listener, imported, pauses } = bench();
  for (let count = 0; count < 2; count++) uploads.importFrom(ELSEWHERE, imported);
  for (const answer of sent) answer.reject(answered(503));
  await settled();
  uploads.start(file(), listener);
  expect(sent).toHaveLength(3);
  for (const { id } of uploads.store.get().slice(0, 2)) uploads.cancel(id);
  for (const pause of pauses) pause.resolve();
  await settled();
  expect(sent).toHaveLength(3);
  expect(heard).toEqual(['start', 'start', 'start', 'cancel', 'cancel']);
});
