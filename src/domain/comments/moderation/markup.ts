import type { Phase } from './phase.ts';

/** Comments are plain text, so this is shown as it is; who writes it writes it everywhere. */
const LINK_MARKUP = /<\s*a\s[^<>]*?href|\[(?:url|link)\b|\]\(\s*https?:/i;

export const markup: Phase = ({ text }) => (LINK_MARKUP.test(text) ? { hold: 'markup' } : null);
