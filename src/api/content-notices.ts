import { z } from '@hono/zod-openapi';
import { contentNotice } from '#domain/articles/foreign-html/notices.ts';

/** In the response of a save. */
export const Notices = z.array(contentNotice.openapi('ContentNotice')).meta({
  description:
    'What the save has changed in `content`, or dropped from it, because articles do not have it. One for each kind; none for the HTML ' +
    'of the editor.',
});
