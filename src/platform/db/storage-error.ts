const ERROR_RESPONSE = 'E'.charCodeAt(0);
const CODE_FIELD = 'C'.charCodeAt(0);
/** Class 58 is "system error" (external to PostgreSQL); 53000 is reported for "too many open files". */
const STORAGE = /^(?:58|53000)/;

/**
 * The SQLSTATE of the first error in a response which means that PostgreSQL cannot use its files; undefined without
 * one. Reads only the type and the length of other messages. (PostgreSQL 18, "Message Formats": a type byte, then the
 * length as Int32 including itself; each field of ErrorResponse is a type byte and a NUL-terminated string.)
 */
export function findStorageErrorCode(answer: Uint8Array): string | undefined {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
  for (let at = 0; at + 5 <= answer.length; at += 1 + Math.max(4, view.getInt32(at + 1))) {
    if (answer[at] !== ERROR_RESPONSE) continue;
    const code = errorCode(answer.subarray(at + 5));
    if (STORAGE.test(code)) return code;
  }
  return undefined;
}

function errorCode(fields: Uint8Array): string {
  for (let at = 0; at < fields.length && fields[at] !== 0;) {
    const end = fields.indexOf(0, at);
    if (end < 0) break;
    if (fields[at] === CODE_FIELD) return String.fromCharCode(...fields.subarray(at + 1, at + 6));
    at = end + 1;
  }
  return '';
}
