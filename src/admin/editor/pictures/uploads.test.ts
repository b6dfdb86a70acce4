import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PICTURE_TYPES } from '#domain/images/policy.ts';
import { ApiError, unreachableError } from '../../api/api-error.ts';
import type { UploadOptions, StoredPicture } from './upload-picture.ts';
import { createUploads, isUploading, type UploadsDeps } from './uploads.ts';
import { validatePictureFile } from './validate-picture-file.ts';

const PICTURE = { url: '/media/a-960.webp', width: 960, height: 540 };
const file = (type = 'image/png') => new File(['x'], 'port.png', { type });

const apiError = (status: number, retryAfterSeconds: number | null = null) =>
  new ApiError(`Answered ${status}`, { status, code: 'any', retryAfterSeconds });

function setUpUploads(findLoss?: UploadsDeps['findLoss']) {
  const sent: (PromiseWithResolvers<StoredPicture> & { options: UploadOptions })[] = [];
  const events: string[] = [];
  const delays: (PromiseWithResolvers<void> & { milliseconds: number })[] = [];
  const uploads = createUploads({
    validate: (chosen) => validatePictureFile(chosen, PICTURE_TYPES),
    ...(findLoss && { findLoss }),
    send(_, options) {
      const answer = { ...Promise.withResolvers<StoredPicture>(), options };
      sent.push(answer);
      return answer.promise;
    },
    importFrom(_, options) {
      const answer = { ...Promise.withResolvers<StoredPicture>(), options };
      sent.push(answer);
      return answer.promise;
    },
    onSuccess: () => events.push('success'),
    onFailure: (message) => events.push(message),
    wait(milliseconds) {
      const delay = { ...Promise.withResolvers<void>(), milliseconds };
      delays.push(delay);
      return delay.promise;
    },
  });
  const listener = {
    onStart: () => events.push('start'),
    onDone: ({ url }: StoredPicture) => events.push(url),
    onCancel: () => events.push('cancel'),
  };
  const imported = { ...listener, onFailed: (reason: string) => events.push(`failed: ${reason}`) };
  return { uploads, sent, events, listener, imported, delays };
}

test('a failed upload stays in the list with its error, and can be retried', async () => {
  const { uploads, sent, events, listener } = setUpUploads();
  uploads.start(file(), listener);
  sent[0]?.reject(new Error('The store is full.'));
  await nextTurn();
  const [failed] = uploads.store.get();
  expect(failed?.error).toBe('The store is full.');
  expect(isUploading(uploads.store.get())).toBe(false);
  uploads.retry(failed?.id ?? '');
  expect(uploads.store.get()).toMatchObject([{ progress: 0, error: null }]);
  sent[1]?.resolve(PICTURE);
  await nextTurn();
  expect(events).toEqual(['start', 'The store is full.', 'success', PICTURE.url]);
});

test('a file that would lose something is uploaded only when the user confirms it', async () => {
  const loss = { message: 'Only the first frame.', confirmLabel: 'Upload the frame' };
  const { uploads, sent, events, listener } = setUpUploads(() => Promise.resolve(loss));
  uploads.start(file(), listener);
  await nextTurn();
  expect([sent, events]).toEqual([[], ['start']]);
  expect(isUploading(uploads.store.get())).toBe(false);
  const [asked] = uploads.store.get();
  expect(asked).toMatchObject({ error: loss.message, confirmLabel: loss.confirmLabel });
  uploads.retry(asked?.id ?? '');
  expect(uploads.store.get()).toMatchObject([{ error: null, confirmLabel: null }]);
  sent[0]?.resolve(PICTURE);
  await nextTurn();
  expect(events).toEqual(['start', 'success', PICTURE.url]);
});

test('an upload that did not reach the server is repeated when it can be reached, and no other one is', async () => {
  const { uploads, sent, events, listener } = setUpUploads();
  for (const error of [unreachableError('test'), apiError(503)]) {
    uploads.start(file(), listener);
    sent.at(-1)?.reject(error);
    await nextTurn();
  }
  uploads.retryUnreachable();
  uploads.retryUnreachable();
  expect(sent).toHaveLength(3);
  sent[2]?.resolve(PICTURE);
  await nextTurn();
  expect(uploads.store.get()).toMatchObject([{ error: 'Answered 503' }]);
  expect(events.at(-1)).toBe(PICTURE.url);
});

test('a cancelled upload is aborted and reports no failure', async () => {
  const { uploads, sent, events, listener } = setUpUploads();
  uploads.start(file(), listener);
  uploads.cancel(uploads.store.get()[0]?.id ?? '');
  expect(sent[0]?.options.signal.aborted).toBe(true);
  sent[0]?.reject(new Error('aborted'));
  await nextTurn();
  expect(uploads.store.get()).toEqual([]);
  expect(events).toEqual(['start', 'cancel']);
});

test('two uploads run at a time, and one that is cancelled while queued is not sent', async () => {
  const { uploads, sent, events, listener } = setUpUploads();
  for (let count = 0; count < 4; count++) uploads.start(file(), listener);
  expect(sent).toHaveLength(2);
  expect(uploads.store.get()).toHaveLength(4);
  uploads.cancel(uploads.store.get()[2]?.id ?? '');
  sent[0]?.reject(new Error('The store is full.'));
  await nextTurn();
  expect(sent).toHaveLength(3);
  for (const answer of sent.slice(1)) answer.resolve(PICTURE);
  await nextTurn();
  expect(sent).toHaveLength(3);
  expect(events.filter((word) => word === PICTURE.url)).toHaveLength(2);
  expect(isUploading(uploads.store.get())).toBe(false);
});

const REMOTE_URL = 'https://elsewhere.example/a.png';

test.each([
  ['a busy server', apiError(503), 2_000],
  ['a rate limit', apiError(429, 12), 12_000],
  ['a long rate limit', apiError(429, 3_600), 30_000],
  ['a network failure', unreachableError('test'), 2_000],
])('the import of a picture is retried after %s', async (_, error, milliseconds) => {
  const { uploads, sent, events, imported, delays } = setUpUploads();
  uploads.importFrom(REMOTE_URL, imported);
  sent[0]?.reject(error);
  await nextTurn();
  expect(delays).toMatchObject([{ milliseconds }]);
  expect(isUploading(uploads.store.get())).toBe(true);
  expect(sent).toHaveLength(1);
  delays[0]?.resolve();
  await nextTurn();
  sent[1]?.resolve(PICTURE);
  await nextTurn();
  expect(events).toEqual(['start', 'success', PICTURE.url]);
});

test('an import fails after three attempts, and immediately on a permanent error', async () => {
  const { uploads, sent, events, imported, delays } = setUpUploads();
  uploads.importFrom(REMOTE_URL, imported);
  for (let count = 0; count < 3; count++) {
    sent[count]?.reject(apiError(503));
    await nextTurn();
    delays[count]?.resolve();
    await nextTurn();
  }
  expect(delays.map(({ milliseconds }) => milliseconds)).toEqual([2_000, 8_000]);
  expect(events).toEqual(['start', 'failed: Answered 503']);
  uploads.importFrom(REMOTE_URL, imported);
  sent[3]?.reject(apiError(422));
  await nextTurn();
  expect(events.slice(2)).toEqual(['start', 'failed: Answered 422']);
  expect(delays).toHaveLength(2);
  expect(sent).toHaveLength(4);
  expect(uploads.store.get()).toEqual([]);
});

test('an import waiting for a retry does not block other uploads, and is not retried after cancellation', async () => {
  const { uploads, sent, events, listener, imported, delays } = setUpUploads();
  for (let count = 0; count < 2; count++) uploads.importFrom(REMOTE_URL, imported);
  for (const answer of sent) answer.reject(apiError(503));
  await nextTurn();
  uploads.start(file(), listener);
  expect(sent).toHaveLength(3);
  for (const { id } of uploads.store.get().slice(0, 2)) uploads.cancel(id);
  for (const delay of delays) delay.resolve();
  await nextTurn();
  expect(sent).toHaveLength(3);
  expect(events).toEqual(['start', 'start', 'start', 'cancel', 'cancel']);
});
