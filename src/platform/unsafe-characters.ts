/*
 * The one rule for characters that no text has. They show nothing, and change what surrounds them: control characters
 * except tab and line feed, and the line separators of Unicode, which forge lines of emails, logs and files; embeddings, overrides and
 * isolates of the direction (U+202A to U+202E, U+2066 to U+2069), which reverse the text after them; and what is no character at all
 * (U+FFFE, U+FFFF, lone surrogates). The marks of the direction, which only affect their neighbours and which Arabic and Hebrew need, are
 * not among them.
 */

/** A text on one line without unsafe characters, lone surrogates included. */
export const SINGLE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff\p{Cs}]*$/u;

/**
 * A text whose other unsafe characters are removed later. A line break in a header field of an email would begin another field (RFC
 * 5322, section 2.2).
 */
export const WITHOUT_CONTROLS = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const UNSAFE = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;
const SPACES_OF_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** What `toWellFormed` replaces, which Firefox before 119 and Safari before 16.4 lack. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
const REPLACEMENT = '\ufffd';

/** A text of several lines without unsafe characters: every kind of line break is a line feed, and tabs stay. */
export const removeUnsafe = (text: string): string =>
  text.replace(LONE_SURROGATE, REPLACEMENT).replace(LINE_BREAKS, '\n').replace(UNSAFE, '');

/** The same for one line: line breaks and control characters are spaces. Trims. */
export const toSingleLine = (text: string): string =>
  text.replace(LONE_SURROGATE, REPLACEMENT).replace(SPACES_OF_A_LINE, ' ').replace(UNSAFE, '').trim();

const UNSAFE_IN_A_LOG = /[^\P{Cc}\n]|[\u2028-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** A line of JSON in which unsafe characters are escaped, so that a terminal that shows it obeys none of them. */
export const escapeUnsafe = (json: string): string =>
  json.replace(UNSAFE_IN_A_LOG, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
