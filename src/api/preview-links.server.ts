import { createRoute, z } from '@hono/zod-openapi';
import { previewUrl } from '#domain/articles/preview-links/link-token.server.ts';
import {
  PREVIEW_LINK_HOURS,
  PREVIEW_LINK_LIMIT,
  type PreviewLink as StoredLink,
} from '#domain/articles/preview-links/preview-link.ts';
import {
  createPreviewLink,
  listPreviewLinks,
  type PreviewLinkDeps,
  revokePreviewLink,
} from '#domain/articles/preview-links/preview-links.server.ts';
import type { CurrentSite } from '#domain/site/site.ts';
import { ArticleId } from './article-json.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const PreviewLink = z
  .object({
    id: z.uuid(),
    created_by_name: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .openapi('ArticlePreviewLink');

const links = {
  links: z.array(PreviewLink).meta({ description: 'Those that work, the newest first.' }),
};

const PreviewLinks = z.object(links).openapi('ArticlePreviewLinks');

const CreatedPreviewLink = z
  .object({
    url: z.url().meta({ description: 'Of the new link. It is not stored, and in no other response.' }),
    ...links,
  })
  .openapi('CreatedArticlePreviewLink');

const linksRoute = { ...newsroomRoute, path: '/newsroom/articles/{id}/preview-links' as const };

const list = createRoute({
  ...linksRoute,
  method: 'get',
  summary: 'Lists the links to the preview of an article that work',
  request: { params: ArticleId },
  responses: {
    200: json(PreviewLinks, 'The links, without their addresses.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const create = createRoute({
  ...linksRoute,
  method: 'post',
  summary: 'Creates a link to the preview of an article, for people without an account',
  description:
    `For those who may change the article. It works for ${PREVIEW_LINK_HOURS} hours and shows the text that was saved last. ` +
    `409 for an article that is published without pending changes, and for one with ${PREVIEW_LINK_LIMIT} links that work. At most 30 ` +
    'an hour for one account.',
  request: { params: ArticleId },
  responses: {
    201: json(CreatedPreviewLink, 'The address of the link, and all links that work.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict', 'too_many'),
  },
});

const revoke = createRoute({
  ...linksRoute,
  path: '/newsroom/articles/{id}/preview-links/{link}' as const,
  method: 'delete',
  summary: 'Revokes a link to the preview of an article',
  description: '404 for a link that has ended already.',
  request: { params: ArticleId.extend({ link: z.uuid() }) },
  responses: {
    200: json(PreviewLinks, 'The links that are left.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

interface PreviewLinksApiDeps extends PreviewLinkDeps {
  readonly site: CurrentSite;
}

/** Links to previews of articles. */
export function previewLinksApi(deps: PreviewLinksApiDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const found = await listPreviewLinks(deps, context.var.user, context.req.valid('param').id);
      return context.json({ links: found.map(linkJson) }, 200);
    })
    .openapi(create, async (context) => {
      const { user } = context.var;
      const { id } = context.req.valid('param');
      const token = await createPreviewLink(deps, user, id);
      const all = await listPreviewLinks(deps, user, id);
      return context.json({ url: previewUrl(deps.site().url, token), links: all.map(linkJson) }, 201);
    })
    .openapi(revoke, async (context) => {
      const { user } = context.var;
      const { id: articleId, link: linkId } = context.req.valid('param');
      await revokePreviewLink(deps, user, { articleId, linkId });
      return context.json({ links: (await listPreviewLinks(deps, user, articleId)).map(linkJson) }, 200);
    });
}

function linkJson({ id, createdByName, createdAt, expiresAt }: StoredLink): z.infer<typeof PreviewLink> {
  return {
    id,
    created_by_name: createdByName,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
