import { z } from '@hono/zod-openapi';
import { newPageInput, pageInput } from '#domain/pages/page-input.ts';
import { ownPagePath } from '#domain/pages/page.ts';
import type { OwnPageRow } from '#domain/pages/tables.server.ts';
import type { Site } from '#domain/site/site.ts';
import { Notices } from './content-notices.ts';
import { RestoredFrom } from './revision-json.ts';

export const PageInput = pageInput.openapi('PageInput');
export const NewPageInput = newPageInput.openapi('NewPageInput');

export const OwnPageChange = pageInput.extend({ restored_from: RestoredFrom }).openapi('PageChange');

export const OwnPageId = z.object({ id: z.uuid() });

const summary = {
  id: z.uuid(),
  revision: z.int().meta({ description: 'Increases by one with every save.' }),
  kind: z.string().nullable().meta({ description: 'The outline from which the page was written.' }),
  title: z.string(),
  slug: z.string(),
  url: z.url().meta({ description: 'The public page.' }),
  excerpt: z.string(),
  lang: z.string(),
  in_footer: z.boolean(),
  is_draft: z.boolean(),
  updated_at: z.iso.datetime(),
};

const OwnPageSummary = z.object(summary).openapi('PageSummary');

export const OwnPageListing = z.object({ pages: z.array(OwnPageSummary) }).openapi('PageListing');

export const OwnPage = z.object({ ...summary, content: z.string() }).openapi('Page');

export const SavedPage = OwnPage.extend({ notices: Notices }).openapi('SavedPage');

export const OwnPagePreview = z
  .object({
    page: z.object({
      title: z.string(),
      excerpt: z.string(),
      body: z.string().meta({ description: 'HTML, byte for byte as readers get it.' }),
      lang: z.string(),
    }),
  })
  .openapi('PagePreview');

export function ownPageSummaryJson(
  page: Omit<OwnPageRow, 'content'>,
  { url }: Pick<Site, 'url'>,
): z.infer<typeof OwnPageSummary> {
  return {
    id: page.id,
    revision: page.revision,
    kind: page.kind,
    title: page.title,
    slug: page.slug,
    url: url + ownPagePath(page.slug),
    excerpt: page.excerpt,
    lang: page.lang,
    in_footer: page.inFooter,
    is_draft: page.isDraft,
    updated_at: page.updatedAt.toISOString(),
  };
}

export const ownPageJson = (page: OwnPageRow, site: Pick<Site, 'url'>): z.infer<typeof OwnPage> => ({
  ...ownPageSummaryJson(page, site),
  content: page.content,
});
