import DOMPurify from 'dompurify';
import { config } from 'zod/v4/core';

/**
 * Every string that becomes HTML in the newsroom is made harmless first, whoever hands it over: the editor, the
 * clipboard, a preview. Strings that would become script have no policy and are refused. Must run before anything draws.
 */
export function guardHtmlSinks(): void {
  window.trustedTypes?.createPolicy('default', { createHTML: (html) => DOMPurify.sanitize(html) });
}

/** Schemas would else be compiled to script from strings. Must run before the first one is made. */
export function parseWithoutScript(): void {
  config({ jitless: true });
}
