import { createRoute, z } from '@hono/zod-openapi';
import { previewArticle } from '#domain/articles/previewing.server.ts';
import { ArticleInput, toArticleFields, SectionSlug } from './article-json.ts';
import type { Picture as DomainPicture } from '#domain/images/image.ts';
import type { ArticleApiDeps } from './article-writes.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Picture = z.object({
  url: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
  color: z.string(),
  placeholder: z.string(),
});

/** The fields have the names of the props of the article view, which renders it on the server and in the browser. */
const Preview = z
  .object({
    article: z.object({
      id: z.string(),
      slug: z.string(),
      title: z.string(),
      excerpt: z.string(),
      sectionSlug: SectionSlug,
      publishDate: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
      readTime: z.string(),
      picture: Picture.nullable(),
      body: z.string().meta({ description: 'HTML, byte for byte as readers get it.' }),
      tags: z.array(z.string()),
      bylines: z.array(z.object({ author: z.string().nullable(), name: z.string() })),
      authors: z.array(
        z.object({
          name: z.string(),
          slug: z.string().nullable(),
          picture: Picture.nullable(),
          isOrganization: z.boolean(),
        }),
      ),
      isSample: z.boolean(),
      lang: z.string(),
    }),
    tagSlugs: z
      .array(z.object({ name: z.string(), slug: z.string() }))
      .meta({ description: 'The last segment of the page of each tag that has one.' }),
  })
  .openapi('ArticlePreview');

const previewRoute = createRoute({
  ...newsroomRoute,
  path: '/newsroom/previews',
  method: 'post',
  summary: 'Returns an article as readers would see it; stores nothing',
  request: { body: jsonBody(ArticleInput) },
  responses: {
    200: json(Preview, 'The props of the article view, with dates as text.'),
    ...problems(...NEWSROOM_ERRORS, 'too_large', 'unprocessable'),
  },
});

export function previewsApi(deps: ArticleApiDeps) {
  return apiRouter<AuthenticatedEnv>().openapi(previewRoute, async (context) => {
    const fields = toArticleFields(context.req.valid('json'));
    const { article, tagSlugs } = await previewArticle(deps, context.var.user, fields, deps.clock());
    const preview = {
      ...article,
      publishDate: article.publishDate.toISOString(),
      updatedAt: article.updatedAt.toISOString(),
      tags: [...article.tags],
      picture: pictureJson(article.picture),
      bylines: [...article.bylines],
      authors: article.authors.map((author) => ({ ...author, picture: pictureJson(author.picture) })),
    };
    return context.json(
      { article: preview, tagSlugs: Array.from(tagSlugs, ([name, slug]) => ({ name, slug })) },
      200,
    );
  });
}

function pictureJson(picture: DomainPicture | null): z.infer<typeof Picture> | null {
  return picture === null ? null : { ...picture, widths: [...picture.widths] };
}
