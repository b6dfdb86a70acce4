import { readPublication } from './publication.ts';

/** Where emails are while no mail server is set. */
const FOLDER = 'the folder mail/ of the data folder';

/** Why nobody gets an email; undefined if emails are sent. */
export function mailFilesNote(): string | undefined {
  return readPublication().emails === 'files'
    ? `No mail server is set. Emails are files in ${FOLDER}.`
    : undefined;
}

/**
 * The text about an email: `sent`, or where its file is while no mail server is set.
 *
 * @param email what the file is, as the beginning of a sentence: `The invitation`
 */
export function emailText(sent: string, email: string): string {
  return readPublication().emails === 'files'
    ? `${email} is a file in ${FOLDER}, because no mail server is set.`
    : sent;
}
