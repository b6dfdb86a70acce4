import DOMPurify from 'dompurify';
import { config } from 'zod/v4/core';

/**
 * Installs the default Trusted Types policy. It sanitizes every string that is assigned to an HTML sink, for example by
 * the editor, the clipboard or a preview. It defines no script methods, so strings as script are blocked. Must run before
 * the first render.
 */
export function guardHtmlSinks(): void {
  window.trustedTypes?.createPolicy('default', { createHTML: (html) => DOMPurify.sanitize(html) });
}

/** Stops Zod from compiling schemas with `new Function`, which the policy blocks. Must run before the first schema is created. */
export function parseWithoutScript(): void {
  config({ jitless: true });
}
