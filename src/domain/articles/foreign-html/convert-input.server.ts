import { sanitiseInputHtml } from '../content.server.ts';
import { convertForeignHtml } from './convert-body.ts';
import type { ContentNotice } from './notices.ts';
import { parseBody } from './parse-html.server.ts';

export interface ConvertedInput {
  readonly html: string;
  readonly notices: readonly ContentNotice[];
}

/** Converts HTML of another program and sanitises the result. Throws as `sanitiseInputHtml` does. */
export function convertInputHtml(given: string): ConvertedInput {
  const { html, notices } = convertForeignHtml(given, parseBody, {
    source: 'request',
    origin: '',
    pageUrl: null,
  });
  return { html: sanitiseInputHtml(html).html, notices };
}
