import type { Phase } from './phase.ts';

/** HTML, BBCode or Markdown links. Comments are plain text, so only spam that targets many sites contains them. */
const LINK_MARKUP = /<\s*a\s[^<>]*?href|\[(?:url|link)\b|\]\(\s*https?:/i;

export const markup: Phase = ({ text }) => (LINK_MARKUP.test(text) ? { flag: 'markup' } : null);
