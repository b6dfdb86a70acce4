import { z } from 'zod';
import { line, setting } from './setting.ts';

export const COMMENT_SETTINGS = {
  comment_first_pending: setting({
    schema: z.boolean(),
    default: false,
    label: 'Hold the first comment from an address',
    description:
      'Whether comments from an email address wait for moderation until the first one is approved.',
  }),
  comment_links_allowed: setting({
    schema: z.int().min(0).max(20),
    default: 2,
    label: 'Links allowed in a comment',
    description: 'Number of links. A comment with more links waits for moderation.',
  }),
  comment_close_after_days: setting({
    schema: z.int().min(1).max(3650).nullable(),
    default: null,
    label: 'Days until comments close',
    description: 'Days after publication at which comments on an article are closed; null: never.',
  }),
  comment_deleted_retention_days: setting({
    schema: z.int().min(1).max(365),
    default: 30,
    label: 'Days to keep deleted comments',
    description: 'Days for which a deleted comment can be restored.',
  }),
  comment_pending_words: setting({
    schema: z.array(line(60).toLowerCase().min(2)).max(500),
    default: [],
    label: 'Words that hold a comment for review',
    description: 'Words and phrases. A comment that contains one of them waits for moderation.',
  }),
} as const;
