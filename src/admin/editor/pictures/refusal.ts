import {
  NOT_A_PICTURE,
  PICTURE_BYTES_LIMIT,
  PICTURE_TOO_LARGE,
  PICTURE_TYPES,
} from '#domain/images/policy.ts';

/** Why a file is not worth sending; null when it is. The server looks again, into the file itself. */
export function refusalOf(file: Pick<File, 'type' | 'size'>): string | null {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return NOT_A_PICTURE;
  return file.size < PICTURE_BYTES_LIMIT ? null : PICTURE_TOO_LARGE;
}
