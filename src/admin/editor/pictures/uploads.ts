import { createWorkQueue } from '#platform/work-queue.ts';
import { createStore, type Readable } from '../store.ts';
import { refusalOf } from './refusal.ts';
import { withRetries } from './retry.ts';
import type { Sending, StoredPicture } from './send-picture.ts';

/** A picture on its way to the store, or one that did not get there. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
  /** Why it did not get there; null while it is on its way. */
  readonly failure: string | null;
}

export interface Uploads {
  readonly store: Readable<readonly Upload[]>;
  /** Sends a file, unless it is refused at once. Whoever asked hears how it ended. */
  start(file: File, hear: UploadListener): void;
  /**
   * Has the server fetch a picture of another site; again where the line or the server was at fault. One that fails
   * leaves the list, and only the listener is told.
   */
  importFrom(address: string, hear: ImportListener): void;
  retry(id: string): void;
  /** Gives up, or takes a failed one off the list. */
  cancel(id: string): void;
}

export interface UploadListener {
  readonly onStart?: (id: string) => void;
  readonly onDone: (picture: StoredPicture, id: string) => void;
  readonly onCancel?: (id: string) => void;
}

export interface ImportListener extends UploadListener {
  readonly onFailed: (reason: string) => void;
}

interface UploadsParts {
  readonly send: (file: File, sending: Sending) => Promise<StoredPicture>;
  readonly importFrom: (address: string, sending: Sending) => Promise<StoredPicture>;
  readonly onSuccess: () => void;
  readonly onFailure: (message: string) => void;
  /** Resolves after that many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Work that is on the list. */
interface Task {
  readonly name: string;
  readonly send: (sending: Sending) => Promise<StoredPicture>;
  /** Without somebody who is there to try it again. */
  readonly isRetried: boolean;
  readonly listener: UploadListener;
  readonly onFailure: (id: string, message: string) => void;
}

/** As many as the server works on at a time, so that none spends the time it is given there waiting for the others. */
const SENT_AT_A_TIME = 2;

export const UPLOAD_FAILED = 'Failed to upload image';

/** The pictures that are being sent, each with its progress, to be given up or tried again. */
export function createUploads(parts: UploadsParts): Uploads {
  const store = createStore<readonly Upload[], readonly Upload[]>((_, next) => next, []);
  const queue = createWorkQueue({ running: SENT_AT_A_TIME, waiting: Infinity });
  const running = new Map<string, { task: Task; abort: AbortController }>();

  const change = (id: string, next: Partial<Upload>) =>
    store.dispatch(store.get().map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
  const drop = (id: string) => {
    running.delete(id);
    store.dispatch(store.get().filter((upload) => upload.id !== id));
  };

  function add(task: Task): void {
    const id = crypto.randomUUID();
    store.dispatch([...store.get(), { id, name: task.name, share: 0, failure: null }]);
    task.listener.onStart?.(id);
    void run(id, task);
  }

  async function run(id: string, task: Task): Promise<void> {
    const abort = new AbortController();
    running.set(id, { task, abort });
    try {
      const onProgress = (share: number) => change(id, { share });
      const { signal } = abort;
      // In line again each time: while one pauses, others are sent.
      const attempt = () => queue.run(() => task.send({ signal, onProgress }), signal);
      const picture = await (task.isRetried ? withRetries(attempt, parts.wait) : attempt());
      drop(id);
      parts.onSuccess();
      task.listener.onDone(picture, id);
    } catch (error) {
      if (abort.signal.aborted) return;
      task.onFailure(id, error instanceof Error && error.message !== '' ? error.message : UPLOAD_FAILED);
    }
  }

  return {
    store,
    start(file, listener) {
      const refusal = refusalOf(file);
      if (refusal !== null) return parts.onFailure(refusal);
      add({
        name: file.name,
        send: (sending) => parts.send(file, sending),
        isRetried: false,
        listener,
        onFailure(id, message) {
          change(id, { failure: message });
          parts.onFailure(message);
        },
      });
    },
    importFrom: (address, listener) =>
      add({
        name: address,
        send: (sending) => parts.importFrom(address, sending),
        isRetried: true,
        listener,
        onFailure(id, message) {
          drop(id);
          listener.onFailed(message);
        },
      }),
    retry(id) {
      const upload = running.get(id);
      if (upload === undefined) return;
      change(id, { share: 0, failure: null });
      void run(id, upload.task);
    },
    cancel(id) {
      const upload = running.get(id);
      drop(id);
      upload?.abort.abort();
      upload?.task.listener.onCancel?.(id);
    },
  };
}

/** Whether one is still on its way; one that failed waits for somebody and not for the line. */
export function isUploading(uploads: readonly Upload[]): boolean {
  return uploads.some(({ failure }) => failure === null);
}
