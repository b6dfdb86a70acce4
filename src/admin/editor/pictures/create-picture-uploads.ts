import { toastFailure, toastSuccess } from '../../components/toast.tsx';
import { isAnimated } from './is-animated.ts';
import { importPicture, type UploadPath, uploadPicture } from './upload-picture.ts';
import { PICTURE_TYPES } from '#domain/images/policy.ts';
import { createUploads, type UploadLoss, type Uploads } from './uploads.ts';
import { validatePictureFile } from './validate-picture-file.ts';

export interface PictureUploadsOptions {
  readonly path?: UploadPath;
  /** The types of files that the path accepts. */
  readonly types?: readonly string[];
}

const ANIMATION_LOSS: UploadLoss = {
  message: 'This image is animated. Readers will see only its first frame.',
  confirmLabel: 'Upload the first frame',
};

/** The uploads of one screen, which report their outcome in toasts. By default pictures of articles and authors. */
export function createPictureUploads({ path, types = PICTURE_TYPES }: PictureUploadsOptions = {}): Uploads {
  return createUploads({
    validate: (file) => validatePictureFile(file, types),
    findLoss: async (file) => ((await isAnimated(file)) ? ANIMATION_LOSS : null),
    send: (file, options) => uploadPicture(file, path === undefined ? options : { ...options, path }),
    importFrom: importPicture,
    onSuccess: () => toastSuccess('Image uploaded successfully'),
    onFailure: toastFailure,
    wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
  });
}
