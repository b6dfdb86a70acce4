import { createRoute, z } from '@hono/zod-openapi';
import { ADDRESS_LIMIT } from '#domain/articles/manuscript.ts';
import { PICTURE_TYPES } from '#domain/images/policy.ts';
import { type ImportDeps, importPicture } from '#domain/images/importing.server.ts';
import { storePicture } from '#domain/images/uploading.server.ts';
import { bearer, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

const StoredPicture = z
  .object({
    url: z.string().meta({ description: 'What an article refers to; a WebP about 960 pixels wide.' }),
    alt: z.string(),
    width: z.int().meta({ description: 'Pixels of the largest width.' }),
    height: z.int(),
    widths: z.array(z.int()).meta({ description: 'Widths that exist as AVIF and as WebP.' }),
    color: z.string().meta({ description: 'Dominant colour, `#rrggbb`; empty for a transparent picture.' }),
    placeholder: z.string().meta({ description: 'A blurred miniature as a `data:` address.' }),
  })
  .openapi('Picture');

const file = z.any().openapi({ type: 'string', format: 'binary' });

const uploadPicture = createRoute({
  path: '/newsroom/images',
  method: 'post',
  tags: ['Newsroom'],
  ...bearer,
  summary: 'Takes a picture into the store',
  description:
    'The body is the file itself: JPEG, PNG, WebP, AVIF or GIF (its first frame), under 5 MB. What it is, is read from ' +
    'its bytes. It is turned upright, reduced to the widths pages need and written anew without its metadata; neither ' +
    'its name nor the file itself is kept. The same file gives the same picture.',
  request: {
    body: {
      required: true,
      content: Object.fromEntries(PICTURE_TYPES.map((type) => [type, { schema: file }])),
    },
  },
  responses: {
    201: json(StoredPicture, 'The picture, with all an article needs to show it.'),
    ...problems('unauthenticated', 'forbidden', 'request_timeout', 'too_large', 'unsupported', 'unavailable'),
  },
});

const PictureImport = z
  .object({
    url: z
      .string()
      .min(1)
      .max(ADDRESS_LIMIT)
      .meta({ description: 'An http or https address of the public internet.' }),
  })
  .openapi('PictureImport');

const importFromSite = createRoute({
  path: '/newsroom/images/imports',
  method: 'post',
  tags: ['Newsroom'],
  ...bearer,
  summary: 'Fetches a picture from another site into the store',
  description:
    'The server fetches it from the public internet: by http or https, on their own ports, over at most three redirects, ' +
    'within 8 s, under 5 MB, and only what the other site declares to be JPEG, PNG, WebP, AVIF or GIF. What arrives is ' +
    'treated like an upload. Readers are never led to the other site.',
  request: { body: jsonBody(PictureImport) },
  responses: {
    201: json(StoredPicture, 'The picture, with all an article needs to show it.'),
    ...problems('unauthenticated', 'forbidden', 'too_large', 'unsupported', 'unprocessable', 'unavailable'),
  },
});

export function imagesApi(parts: ImportDeps) {
  return apiRouter<SignedInEnv>()
    .openapi(uploadPicture, async (context) => {
      const bytes = new Uint8Array(await context.req.arrayBuffer());
      const picture = await storePicture(bytes, context.var.signedIn, parts);
      return context.json({ ...picture, widths: [...picture.widths] }, 201);
    })
    .openapi(importFromSite, async (context) => {
      const picture = await importPicture(context.req.valid('json').url, context.var.signedIn, parts);
      return context.json({ ...picture, widths: [...picture.widths] }, 201);
    });
}
