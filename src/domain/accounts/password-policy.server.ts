import { PASSWORD_LENGTH } from './account.ts';
import { COMMON_PASSWORDS } from './common-passwords.server.ts';

/** Keyboard rows and well-known sequences. They are also matched in reverse. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'qsdfghjklm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
];
const MIN_RUN_LENGTH = 4;
/** Minimum length of a password when each run counts as one character. */
const MIN_EFFECTIVE_LENGTH = 6;

/** The owner of the password, whose name and address make a weak one. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/** Returns a message that says why a new password is weak and what to do, or null for a strong one. */
export function findPasswordWeakness(password: string, owner: PasswordOwner): string | null {
  const characters = [...password.normalize('NFKC')];
  const { min, max } = PASSWORD_LENGTH;
  if (characters.length < min)
    return `Please use at least ${min} characters. Four random words make a good password.`;
  if (characters.length > max) return `Please use at most ${max} characters`;
  const plain = normalize(password);
  if (isCommon(plain)) return 'Many people use this password, so it is guessed first. Please choose another.';
  if (consistsOfRuns(plain)) return 'This is a row of keys or a repetition. Please mix in some words.';
  if (resemblesOwner(plain, owner))
    return 'This is too similar to your name or email address. Please choose something else.';
  return null;
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

/** Matches the list, also after removing digits and punctuation around the word and undoing character substitutions. */
function isCommon(plain: string): boolean {
  const bare = /[a-z](?:.*[a-z])?/s.exec(plain)?.[0] ?? '';
  return [plain, bare, undoSubstitutions(plain), undoSubstitutions(bare)].some((form) =>
    COMMON_PASSWORDS.has(form),
  );
}

const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** For example, p@ssw0rd becomes password. */
function undoSubstitutions(plain: string): string {
  return plain.replace(/[013457@$!]/g, (sign) => SUBSTITUTIONS[sign] ?? sign);
}

function consistsOfRuns(plain: string): boolean {
  // regexp-check: the input has at most 128 characters.
  const unrepeated = plain.replace(/(.{1,5})\1+/gu, '$1');
  if ([...unrepeated].length < MIN_EFFECTIVE_LENGTH) return true;
  let effectiveLength = 0;
  for (let at = 0; at < unrepeated.length; effectiveLength++) at += Math.max(1, runLengthAt(unrepeated, at));
  return effectiveLength < MIN_EFFECTIVE_LENGTH;
}

/** Length of the known sequence that starts at this position; 0 if it is shorter than `MIN_RUN_LENGTH`. */
function runLengthAt(text: string, at: number): number {
  let longest = 0;
  for (let end = at + MIN_RUN_LENGTH; end <= text.length && isSequence(text.slice(at, end)); end++)
    longest = end - at;
  return longest;
}

function isSequence(piece: string): boolean {
  const reversed = [...piece].toReversed().join('');
  return SEQUENCES.some((sequence) => sequence.includes(piece) || sequence.includes(reversed));
}

/** Whether fewer than `MIN_EFFECTIVE_LENGTH` letters and digits remain without the parts of the name and address. */
function resemblesOwner(plain: string, { email, name }: PasswordOwner): boolean {
  const words = [email, name].flatMap((text) => normalize(text).split(/[^\p{L}\p{N}]+/u));
  const ownerTerms = [normalize(email), normalize(name).replace(/\s+/g, ''), ...words].filter(
    (word) => word.length >= 3,
  );
  let remainder = plain;
  for (const word of ownerTerms.toSorted((a, b) => b.length - a.length))
    remainder = remainder.replaceAll(word, '');
  return remainder !== plain && [...remainder.replace(/[\W_]/g, '')].length < MIN_EFFECTIVE_LENGTH;
}
