import { errorText } from './error-text.ts';

const SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file of that name',
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
};

/** Describes a file system error in messages to the operator. */
export function describeFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return SENTENCES[code] ?? errorText(error);
}
