import { type Context, Hono } from 'hono';
import type { SocialPicturesOnRequest } from '#domain/articles/derived-pictures/social-pictures-on-request.server.ts';
import {
  SOCIAL_PICTURE_PATTERN,
  shapeOfFile,
} from '#domain/articles/derived-pictures/social-picture-address.server.ts';
import { imageNotFound, type MediaStorage, respondMedia } from '#http/media.server.ts';
import { DomainError } from '#platform/domain-error.ts';

interface SocialPictureRouteDeps {
  readonly socialPictures: SocialPicturesOnRequest;
  readonly storage: MediaStorage;
  /** Header fields of every picture. */
  readonly headers: () => Readonly<Record<string, string>>;
}

/**
 * Answers the addresses by which pages name social pictures. A picture that does not exist yet is rendered, so that a link can be
 * shared as soon as the article is published; a former or invented address redirects to the present one and renders nothing.
 */
export function socialPictureRoute({ socialPictures, storage, headers }: SocialPictureRouteDeps): Hono {
  return new Hono().get(SOCIAL_PICTURE_PATTERN, async (context) => {
    const { req } = context;
    const id = req.param('id');
    const shape = shapeOfFile(req.param('file'));
    const found = await socialPictures.find(id, shape);
    if (found === null) return imageNotFound();
    if (found.path !== req.path) return redirect(context, found.path);
    if (found.key !== null) {
      const response = await respondMedia(storage, found.key, req.raw, { headers: headers() });
      // A file can be lost without its row.
      if (response.status !== 404) return response;
    }
    await socialPictures.render(id, shape);
    // The article may have changed meanwhile, or may no longer be public.
    const rendered = await socialPictures.find(id, shape);
    if (rendered === null) return imageNotFound();
    if (rendered.path !== req.path) return redirect(context, rendered.path);
    if (rendered.key === null) throw new DomainError('unavailable');
    return respondMedia(storage, rendered.key, req.raw, { headers: headers() });
  });
}

function redirect(context: Context, path: string): Response {
  return context.body(null, 302, {
    location: path,
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'cross-origin',
  });
}
