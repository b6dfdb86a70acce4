import { z } from 'zod';
import type { SiteSettings } from '../settings/site-settings.ts';

/** The settings as they are typed. */
export const commentingDraft = z.object({
  holdsFirst: z.boolean(),
  links: z.string(),
  /** Empty: never. */
  closeAfter: z.string(),
  keptFor: z.string(),
  /** One a line. */
  words: z.string(),
});
export type CommentingDraft = Readonly<z.infer<typeof commentingDraft>>;

export function typedFrom(settings: SiteSettings): CommentingDraft {
  return {
    holdsFirst: settings.comment_first_held,
    links: String(settings.comment_links_allowed),
    closeAfter: settings.comment_close_after_days?.toString() ?? '',
    keptFor: String(settings.comment_deleted_kept_days),
    words: settings.comment_held_words.join('\n'),
  };
}

/** What is no number is sent as one that the server refuses by name. */
export function patchFrom(draft: CommentingDraft) {
  const words = draft.words.split('\n').map((line) => line.trim());
  return {
    comment_first_held: draft.holdsFirst,
    comment_links_allowed: numberOf(draft.links),
    comment_close_after_days: draft.closeAfter.trim() === '' ? null : numberOf(draft.closeAfter),
    comment_deleted_kept_days: numberOf(draft.keptFor),
    comment_held_words: [...new Set(words)].filter((word) => word !== ''),
  };
}

function numberOf(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : -1;
}
