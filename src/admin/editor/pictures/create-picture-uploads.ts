import { toastFailure, toastSuccess } from '../../components/toast.tsx';
import { importPicture, uploadPicture } from './upload-picture.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** The uploads of one screen, which report their outcome in toasts. */
export function createPictureUploads(): Uploads {
  return createUploads({
    send: uploadPicture,
    importFrom: importPicture,
    onSuccess: () => toastSuccess('Image uploaded successfully'),
    onFailure: toastFailure,
    wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
  });
}
