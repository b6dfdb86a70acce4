import { PICTURE_MAX_BYTES, PICTURE_TOO_LARGE_MESSAGE } from '#domain/images/policy.ts';
import { unsupportedFileMessage } from '#domain/images/unsupported-formats.ts';

/** Error message for a file of the wrong type or size; null for a valid file. The server also checks the content. */
export function validatePictureFile(
  file: Pick<File, 'type' | 'size' | 'name'>,
  types: readonly string[],
): string | null {
  if (!types.some((type) => type === file.type)) return unsupportedFileMessage(file);
  return file.size < PICTURE_MAX_BYTES ? null : PICTURE_TOO_LARGE_MESSAGE;
}
