import { createWorkQueue } from '#platform/work-queue.ts';
import { randomUuid } from '#platform/random-uuid.ts';
import { ApiError } from '../../api/api-error.ts';
import { createStore, type ReadableStore } from '../store.ts';
import { withRetries } from './retry.ts';
import type { UploadOptions, StoredPicture } from './upload-picture.ts';

/** An upload that is in progress or has failed. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** Error message, or what the upload would lose; null while in progress. */
  readonly error: string | null;
  /** Label of the button that uploads the file although it loses something. Null after an error, which can be retried. */
  readonly confirmLabel: string | null;
  /** Whether it has failed because the server could not be reached. */
  readonly isUnreachable: boolean;
}

export interface Uploads {
  readonly store: ReadableStore<readonly Upload[]>;
  /** Uploads a file. An invalid file is rejected immediately and never calls the listener. */
  start(file: File, listener: UploadListener): void;
  /**
   * Makes the server import a picture of another site, with retries on temporary errors. A failed import leaves the list
   * and is reported only to the listener.
   */
  importFrom(url: string, listener: ImportListener): void;
  retry(id: string): void;
  /** Repeats the uploads that have failed because the server could not be reached. Call it when it can be reached again. */
  retryUnreachable(): void;
  /** Aborts an upload, or removes a failed one from the list. */
  cancel(id: string): void;
  cancelAll(): void;
}

export interface UploadListener {
  readonly onStart?: (id: string) => void;
  readonly onDone: (picture: StoredPicture, id: string) => void;
  readonly onCancel?: (id: string) => void;
  /** The upload stays in the list, where the user can retry it. */
  readonly onFailure?: (id: string) => void;
  readonly onRetry?: (id: string) => void;
}

export interface ImportListener extends UploadListener {
  readonly onFailed: (reason: string) => void;
}

/** What the upload of a file would lose. */
export interface UploadLoss {
  readonly message: string;
  /** Label of the button that uploads the file nevertheless. */
  readonly confirmLabel: string;
}

export interface UploadsDeps {
  /** Error message for a file that is not uploaded; null for a valid one. */
  readonly validate: (file: File) => string | null;
  /** Resolves with null for a file that loses nothing by the upload. Others are uploaded when the user confirms it. */
  readonly findLoss?: (file: File) => Promise<UploadLoss | null>;
  readonly send: (file: File, options: UploadOptions) => Promise<StoredPicture>;
  readonly importFrom: (url: string, options: UploadOptions) => Promise<StoredPicture>;
  readonly onSuccess: () => void;
  readonly onFailure: (message: string) => void;
  /** Resolves after that many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** The work of one upload in the list. */
interface Task {
  readonly name: string;
  /** Asked before the first attempt. */
  readonly findLoss?: () => Promise<UploadLoss | null>;
  readonly send: (options: UploadOptions) => Promise<StoredPicture>;
  /** Whether temporary errors are retried without user action. */
  readonly retriesAutomatically: boolean;
  readonly listener: UploadListener;
  readonly onLoss?: (id: string, loss: UploadLoss) => void;
  readonly onFailure: (id: string, message: string) => void;
}

/** Equals the number of pictures the server processes at a time, so that no request times out in the server's queue. */
const MAX_CONCURRENT_UPLOADS = 2;

const UPLOAD_FAILED = 'Failed to upload image';

/** Creates the list of uploads, with progress, cancel and retry. */
export function createUploads({ findLoss, ...deps }: UploadsDeps): Uploads {
  const store = createStore<readonly Upload[], readonly Upload[]>((_, next) => next, []);
  const queue = createWorkQueue({ maxRunning: MAX_CONCURRENT_UPLOADS, maxQueued: Infinity });
  const running = new Map<string, { task: Task; controller: AbortController }>();

  const update = (id: string, next: Partial<Upload>) =>
    store.dispatch(store.get().map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
  const remove = (id: string) => {
    running.delete(id);
    store.dispatch(store.get().filter((upload) => upload.id !== id));
  };

  function enqueue(task: Task): void {
    const id = randomUuid();
    const upload = {
      id,
      name: task.name,
      progress: 0,
      error: null,
      confirmLabel: null,
      isUnreachable: false,
    };
    store.dispatch([...store.get(), upload]);
    task.listener.onStart?.(id);
    void run(id, task, { asksFirst: true });
  }

  async function run(id: string, task: Task, { asksFirst }: { readonly asksFirst: boolean }): Promise<void> {
    const controller = new AbortController();
    running.set(id, { task, controller });
    try {
      const loss = asksFirst && task.findLoss !== undefined ? await task.findLoss() : null;
      if (loss !== null && !controller.signal.aborted) return task.onLoss?.(id, loss);
      const onProgress = (progress: number) => update(id, { progress });
      const { signal } = controller;
      // Each attempt queues again, so that other uploads run during the retry delay.
      const attempt = () => queue.run(() => task.send({ signal, onProgress }), signal);
      const picture = await (task.retriesAutomatically ? withRetries(attempt, deps.wait) : attempt());
      remove(id);
      deps.onSuccess();
      task.listener.onDone(picture, id);
    } catch (error) {
      if (controller.signal.aborted) return;
      update(id, { isUnreachable: error instanceof ApiError && error.status === 0 });
      task.onFailure(id, error instanceof Error && error.message !== '' ? error.message : UPLOAD_FAILED);
    }
  }

  const uploads: Uploads = {
    store,
    start(file, listener) {
      const validationError = deps.validate(file);
      if (validationError !== null) return deps.onFailure(validationError);
      enqueue({
        name: file.name,
        ...(findLoss === undefined ? {} : { findLoss: () => findLoss(file) }),
        send: (options) => deps.send(file, options),
        retriesAutomatically: false,
        listener,
        onLoss(id, { message, confirmLabel }) {
          update(id, { error: message, confirmLabel });
          listener.onFailure?.(id);
        },
        onFailure(id, message) {
          update(id, { error: message });
          listener.onFailure?.(id);
          deps.onFailure(message);
        },
      });
    },
    importFrom: (url, listener) =>
      enqueue({
        name: url,
        send: (options) => deps.importFrom(url, options),
        retriesAutomatically: true,
        listener,
        onFailure(id, message) {
          remove(id);
          listener.onFailed(message);
        },
      }),
    retry(id) {
      const upload = running.get(id);
      if (upload === undefined) return;
      update(id, { progress: 0, error: null, confirmLabel: null, isUnreachable: false });
      upload.task.listener.onRetry?.(id);
      void run(id, upload.task, { asksFirst: false });
    },
    retryUnreachable() {
      for (const { id, isUnreachable } of store.get()) if (isUnreachable) uploads.retry(id);
    },
    cancel(id) {
      const upload = running.get(id);
      remove(id);
      upload?.controller.abort();
      upload?.task.listener.onCancel?.(id);
    },
    cancelAll() {
      for (const { id } of store.get()) uploads.cancel(id);
    },
  };
  return uploads;
}

/** Whether any upload is in progress. Failed uploads wait for the user and do not count. */
export function isUploading(uploads: readonly Upload[]): boolean {
  return uploads.some(({ error }) => error === null);
}
