import { toastFailure, toastSuccess } from '../../components/toast.tsx';
import { importPicture, type UploadPath, uploadPicture } from './upload-picture.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** The uploads of one screen, which report their outcome in toasts. By default pictures of articles and authors. */
export function createPictureUploads(path?: UploadPath): Uploads {
  return createUploads({
    send: (file, options) => uploadPicture(file, path === undefined ? options : { ...options, path }),
    importFrom: importPicture,
    onSuccess: () => toastSuccess('Image uploaded successfully'),
    onFailure: toastFailure,
    wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
  });
}
