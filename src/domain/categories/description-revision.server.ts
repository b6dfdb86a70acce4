import { hash } from 'node:crypto';

/** A revision of a description: the same for the same text, so that no counter has to be stored. */
export function descriptionRevision(description: string): string {
  return hash('sha256', description, 'base64url').slice(0, 22);
}
