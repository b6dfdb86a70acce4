import { hash } from 'node:crypto';

/** The revision of a description: a hash of the text, so that no counter has to be stored. */
export function descriptionRevision(description: string): string {
  return hash('sha256', description, 'base64url').slice(0, 22);
}
