import { useRef } from 'react';
import type { Uploads } from './uploads.ts';

/** The uploads of a field with one picture, of which the last choice counts: an earlier one may take longer. */
export function useSinglePicture(uploads: Uploads) {
  const latest = useRef<string | null>(null);
  const cancel = () => {
    if (latest.current !== null) uploads.cancel(latest.current);
    latest.current = null;
  };
  return {
    /** Uploads the first file, and cancels an earlier upload unless the file is rejected. */
    upload([file]: readonly File[], onDone: (url: string) => void): void {
      if (file === undefined) return;
      uploads.start(file, {
        onStart(id) {
          cancel();
          latest.current = id;
        },
        onDone: ({ url }) => onDone(url),
      });
    },
    /** Call it when the picture is removed. */
    cancel,
  };
}
