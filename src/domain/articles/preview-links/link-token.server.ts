import { createHash, randomBytes } from 'node:crypto';
import { SHARED_PREVIEW_PATH } from './preview-link.ts';

/** 256 bits, as 43 characters of base64url. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. The lookup by it reveals nothing about other tokens, however long it takes. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** @param siteUrl of the publication, without a trailing slash */
export const previewUrl = (siteUrl: string, token: string): string =>
  `${siteUrl}${SHARED_PREVIEW_PATH}?token=${token}`;
