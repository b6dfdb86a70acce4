import { useEffect, useState } from 'react';
import { DISCARD_INPUT, type LossQuestion, useLossQuestion } from '../../unsaved/loss-question.ts';
import { useStore } from '../store.ts';
import { createPictureUploads, type PictureUploadsOptions } from './create-picture-uploads.ts';
import { isUploading, type Uploads } from './uploads.ts';

const DISCARD_UPLOAD: LossQuestion = {
  ...DISCARD_INPUT,
  text: 'A picture is still being uploaded. If you leave now, it is not added.',
};

interface FormUploads {
  readonly uploads: Uploads;
  readonly isBusyUploading: boolean;
}

/** The uploads of a form that end with it. During one, leaving the form asks first. */
export function useFormUploads(options?: PictureUploadsOptions): FormUploads {
  const [uploads] = useState(() => createPictureUploads(options));
  const isBusyUploading = isUploading(useStore(uploads.store));
  useLossQuestion(isBusyUploading, { question: DISCARD_UPLOAD });
  useEffect(() => uploads.cancelAll, [uploads]);
  return { uploads, isBusyUploading };
}
