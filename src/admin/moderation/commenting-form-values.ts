import { z } from 'zod';
import type { SiteSettings } from '../settings/site-settings.ts';

/** The form values of the settings for comments. */
export const commentingFormValues = z.object({
  holdsFirst: z.boolean(),
  links: z.string(),
  /** Days; empty if comments stay open. */
  closeAfter: z.string(),
  keptFor: z.string(),
  /** One word or phrase per line. */
  words: z.string(),
});
export type CommentingFormValues = Readonly<z.infer<typeof commentingFormValues>>;

export function formValuesFrom(settings: SiteSettings): CommentingFormValues {
  return {
    holdsFirst: settings.comment_first_pending,
    links: String(settings.comment_links_allowed),
    closeAfter: settings.comment_close_after_days?.toString() ?? '',
    keptFor: String(settings.comment_deleted_retention_days),
    words: settings.comment_pending_words.join('\n'),
  };
}

/** Invalid numbers are sent as -1, so that the server rejects them with an error of the field. */
export function settingsPatchFrom(values: CommentingFormValues) {
  const words = values.words.split('\n').map((line) => line.trim());
  return {
    comment_first_pending: values.holdsFirst,
    comment_links_allowed: parseInteger(values.links),
    comment_close_after_days: values.closeAfter.trim() === '' ? null : parseInteger(values.closeAfter),
    comment_deleted_retention_days: parseInteger(values.keptFor),
    comment_pending_words: [...new Set(words)].filter((word) => word !== ''),
  };
}

function parseInteger(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : -1;
}
