import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type LogoDeps, storeLogo } from '#domain/images/logos.server.ts';
import type { LogoKind } from '#domain/site/appearance/logo.ts';
import { LOGO_TYPES } from '#domain/images/policy.ts';
import { newsroomRoute, type AuthenticatedEnv } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const StoredLogo = z
  .object({
    url: z
      .string()
      .meta({ description: 'The value for the setting `appearance_logo` or `appearance_icon`.' }),
    width: z.int().meta({ description: 'Pixels of the largest file.' }),
    height: z.int(),
  })
  .openapi('StoredLogo');

const file = z.any().openapi({ type: 'string', format: 'binary' });

const FILE =
  'The body is the file itself: PNG, JPEG, WebP, AVIF or GIF (first frame), under 5 MB, or SVG, at most 256 KB. It is encoded ' +
  'again as PNG, without metadata. Of an SVG only shapes, colors and gradients are kept, and it is also stored as SVG; one with ' +
  'text, pictures, other embedded content or entities is rejected. The publication has it once the setting has the returned path. Sixty uploads an hour, logos and icons together.';

const uploadRoute = {
  ...newsroomRoute,
  method: 'post',
  request: {
    body: {
      required: true,
      content: Object.fromEntries(LOGO_TYPES.map((type) => [type, { schema: file }])),
    },
  },
  responses: {
    201: json(StoredLogo, 'The path of the stored file.'),
    ...problems(
      'unauthenticated',
      'forbidden',
      'request_timeout',
      'too_large',
      'unsupported',
      'too_many',
      'unavailable',
    ),
  },
} as const;

const uploadLogo = createRoute({
  ...uploadRoute,
  path: '/newsroom/settings/logos',
  summary: 'Uploads a logo',
  description: `${FILE} Unless it is an SVG, it must be at least 96 pixels high; it is stored with that height.`,
});

const uploadIcon = createRoute({
  ...uploadRoute,
  path: '/newsroom/settings/icons',
  summary: 'Uploads an icon',
  description: `${FILE} Unless it is an SVG, it must be at least 512 pixels wide or high. It is stored in four sizes, centered in a square.`,
});

export function logosApi(deps: LogoDeps) {
  async function store(kind: LogoKind, { req, var: { user } }: Context<AuthenticatedEnv>) {
    const { url, width, height } = await storeLogo(kind, new Uint8Array(await req.arrayBuffer()), user, deps);
    return { url, width, height };
  }

  return apiRouter<AuthenticatedEnv>()
    .openapi(uploadLogo, async (context) => {
      return context.json(await store('logo', context), 201);
    })
    .openapi(uploadIcon, async (context) => {
      return context.json(await store('icon', context), 201);
    });
}
