import { createRoute, z } from '@hono/zod-openapi';
import { URL_MAX_LENGTH } from '#domain/articles/article-limits.ts';
import { PICTURE_TYPES } from '#domain/images/policy.ts';
import { type ImportDeps, importPicture } from '#domain/images/importing.server.ts';
import { storePicture } from '#domain/images/uploading.server.ts';
import { bearerAuth, type AuthenticatedEnv } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const StoredPicture = z
  .object({
    url: z.string().meta({ description: 'The URL for articles; a WebP that is about 960 pixels wide.' }),
    alt: z.string(),
    width: z.int().meta({ description: 'The largest width in pixels.' }),
    height: z.int(),
    widths: z.array(z.int()).meta({ description: 'Widths that are available as AVIF and WebP.' }),
    color: z.string().meta({ description: 'Dominant color, `#rrggbb`; empty for a transparent image.' }),
    placeholder: z.string().meta({ description: 'A blurred thumbnail as a `data:` URL.' }),
  })
  .openapi('Picture');

const file = z.any().openapi({ type: 'string', format: 'binary' });

const uploadPicture = createRoute({
  path: '/newsroom/images',
  method: 'post',
  tags: ['Newsroom'],
  ...bearerAuth,
  summary: 'Uploads an image',
  description:
    'The body is the file itself: JPEG, PNG, WebP, AVIF or GIF (first frame), under 5 MB. The type is detected from ' +
    'the bytes. The image is rotated upright, resized to the widths that pages need and encoded again without metadata. ' +
    'Neither the file name nor the file itself is stored. The same file results in the same image.',
  request: {
    body: {
      required: true,
      content: Object.fromEntries(PICTURE_TYPES.map((type) => [type, { schema: file }])),
    },
  },
  responses: {
    201: json(StoredPicture, 'The image, with all data that an article needs to show it.'),
    ...problems(
      'unauthenticated',
      'forbidden',
      'request_timeout',
      'too_large',
      'unsupported',
      'unprocessable',
      'unavailable',
    ),
  },
});

const PictureImport = z
  .object({
    url: z
      .string()
      .min(1)
      .max(URL_MAX_LENGTH)
      .meta({ description: 'An http or https URL on the public internet.' }),
  })
  .openapi('PictureImport');

const importFromSite = createRoute({
  path: '/newsroom/images/imports',
  method: 'post',
  tags: ['Newsroom'],
  ...bearerAuth,
  summary: 'Imports an image from another site',
  description:
    'The server fetches the image from the public internet: over http or https, on the default ports, with at most ' +
    'three redirects, within 8 s, under 5 MB, and only if the other site declares it as JPEG, PNG, WebP, AVIF or GIF. ' +
    'It is processed like an upload. Readers never connect to the other site.',
  request: { body: jsonBody(PictureImport) },
  responses: {
    201: json(StoredPicture, 'The image, with all data that an article needs to show it.'),
    ...problems('unauthenticated', 'forbidden', 'too_large', 'unsupported', 'unprocessable', 'unavailable'),
  },
});

export function imagesApi(deps: ImportDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(uploadPicture, async (context) => {
      const bytes = new Uint8Array(await context.req.arrayBuffer());
      const picture = await storePicture(bytes, context.var.user, deps);
      return context.json({ ...picture, widths: [...picture.widths] }, 201);
    })
    .openapi(importFromSite, async (context) => {
      const picture = await importPicture(context.req.valid('json').url, context.var.user, deps);
      return context.json({ ...picture, widths: [...picture.widths] }, 201);
    });
}
