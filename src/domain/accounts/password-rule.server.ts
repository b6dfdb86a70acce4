import { PASSWORD_LENGTH } from './account.ts';
import { COMMON_PASSWORDS } from './common-passwords.server.ts';

/** Rows of keyboards and the orders everybody knows, forwards; the rule reads them backwards too. */
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
const RUN = 4;
/** What has to be left of a password when the runs in it count as one character each. */
const LEFT = 6;

/** Whose password it is to be: what everybody knows about them makes a bad one. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/** What is wrong with a new password, in words that say what to do; null for a good one. */
export function weaknessOf(password: string, owner: PasswordOwner): string | null {
  const characters = [...password.normalize('NFKC')];
  const { min, max } = PASSWORD_LENGTH;
  if (characters.length < min)
    return `Please use at least ${min} characters. Four random words make a good password.`;
  if (characters.length > max) return `Please use at most ${max} characters`;
  const plain = plainOf(password);
  if (isCommon(plain)) return 'Many people use this password, so it is guessed first. Please choose another.';
  if (isMadeOfRuns(plain)) return 'This is a row of keys or a repetition. Please mix in some words.';
  if (isAboutOwner(plain, owner))
    return 'This is close to your name or address. Please choose something else.';
  return null;
}

function plainOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

/** As listed, and with the digits and signs around it that people add to be let through. */
function isCommon(plain: string): boolean {
  const bare = /[a-z](?:.*[a-z])?/s.exec(plain)?.[0] ?? '';
  return [plain, bare, unmasked(plain), unmasked(bare)].some((form) => COMMON_PASSWORDS.has(form));
}

const MASKS: Readonly<Record<string, string>> = {
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

/** p@ssw0rd → password. */
function unmasked(plain: string): string {
  return plain.replace(/[013457@$!]/g, (sign) => MASKS[sign] ?? sign);
}

function isMadeOfRuns(plain: string): boolean {
  // regexp-check: at most 128 characters come here.
  const unrepeated = plain.replace(/(.{1,5})\1+/gu, '$1');
  if ([...unrepeated].length < LEFT) return true;
  let left = 0;
  for (let at = 0; at < unrepeated.length; left++) at += Math.max(1, runAt(unrepeated, at));
  return left < LEFT;
}

/** How many characters from here on are a piece of a known order; 0 for fewer than four. */
function runAt(text: string, at: number): number {
  let longest = 0;
  for (let end = at + RUN; end <= text.length && isSequence(text.slice(at, end)); end++) longest = end - at;
  return longest;
}

function isSequence(piece: string): boolean {
  const reversed = [...piece].toReversed().join('');
  return SEQUENCES.some((sequence) => sequence.includes(piece) || sequence.includes(reversed));
}

/** Their words make up most of it. */
function isAboutOwner(plain: string, { email, name }: PasswordOwner): boolean {
  const words = [email, name].flatMap((text) => plainOf(text).split(/[^\p{L}\p{N}]+/u));
  const known = [plainOf(email), plainOf(name).replace(/\s+/g, ''), ...words].filter(
    (word) => word.length >= 3,
  );
  let rest = plain;
  for (const word of known.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '');
  return rest !== plain && [...rest.replace(/[\W_]/g, '')].length < LEFT;
}
