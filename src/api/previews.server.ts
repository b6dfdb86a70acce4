import { createRoute, z } from '@hono/zod-openapi';
import { previewArticle } from '#domain/articles/previewing.server.ts';
import { ArticleInput, manuscriptFrom, SectionSlug } from './article-json.ts';
import type { Picture as DomainPicture } from '#domain/images/image.ts';
import type { DeskApiParts } from './desk.server.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

const Picture = z.object({
  url: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
  color: z.string(),
  placeholder: z.string(),
});

/** The names are those of the view that draws it, in the browser as on the server. */
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
      body: z.string().meta({ description: 'HTML, byte for byte what readers will get.' }),
      tags: z.array(z.string()),
      authorName: z.string(),
      authorPicture: Picture.nullable(),
      isSample: z.boolean(),
      lang: z.string(),
    }),
  })
  .openapi('ArticlePreview');

const preview = createRoute({
  ...newsroom,
  path: '/newsroom/previews',
  method: 'post',
  summary: 'What readers would get of an article; nothing is stored',
  request: { body: jsonBody(ArticleInput) },
  responses: {
    200: json(Preview, 'What the view of an article draws, its dates as text.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'too_large', 'unprocessable'),
  },
});

export function previewsApi(parts: DeskApiParts) {
  return apiRouter<SignedInEnv>().openapi(preview, async (context) => {
    const manuscript = manuscriptFrom(context.req.valid('json'));
    const article = await previewArticle(parts, context.var.signedIn, manuscript, parts.clock());
    const shown = {
      ...article,
      publishDate: article.publishDate.toISOString(),
      updatedAt: article.updatedAt.toISOString(),
      tags: [...article.tags],
      picture: pictureJson(article.picture),
      authorPicture: pictureJson(article.authorPicture),
    };
    return context.json({ article: shown }, 200);
  });
}

function pictureJson(picture: DomainPicture | null): z.infer<typeof Picture> | null {
  return picture === null ? null : { ...picture, widths: [...picture.widths] };
}
