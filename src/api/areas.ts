import type { Action, ArticleAction } from '#domain/accounts/permissions.ts';

/** A path of the API and everything below it. `{id}` is any segment. */
type Area<A extends Action = Action> = readonly [path: string, action: A];

/** Not those whose permission depends on the article. */
type RoleAction = Exclude<Action, ArticleAction>;

/**
 * The permission for every route of an area of the newsroom, reads included: the role must have it, and an API token its scope.
 * The first that matches counts.
 */
const ROLE_AREAS: readonly Area<RoleAction>[] = [
  ['/newsroom/images', 'picture.upload'],
  ['/newsroom/categories', 'section.read'],
  ['/newsroom/sections', 'section.read'],
  ['/newsroom/section-order', 'section.read'],
  ['/newsroom/moderation', 'comment.moderate'],
  ['/newsroom/comments', 'comment.moderate'],
  ['/newsroom/articles/{id}/comments', 'comment.moderate'],
  ['/newsroom/articles/{id}/commenting', 'comment.moderate'],
  ['/newsroom/newsletter/subscribers', 'subscriber.manage'],
  ['/newsroom/newsletter/subscribers.csv', 'subscriber.manage'],
  ['/newsroom/newsletter/imports', 'subscriber.manage'],
  ['/newsroom/newsletter/withheld', 'subscriber.manage'],
  // They have the addresses of the recipients.
  ['/newsroom/newsletter/issues/{id}/copies', 'subscriber.manage'],
  ['/newsroom/newsletter/issues/{id}/approval', 'newsletter.send'],
  ['/newsroom/newsletter/issues/{id}/stop', 'newsletter.send'],
  ['/newsroom/newsletter/issues/{id}/resending', 'newsletter.send'],
  ['/newsroom/newsletter', 'newsletter.manage'],
  ['/newsroom/messages', 'message.read'],
  ['/newsroom/pages', 'page.edit'],
  ['/newsroom/home-page', 'home_page.edit'],
  ['/newsroom/redirects', 'redirect.manage'],
  ['/newsroom/statistics', 'statistics.read'],
  ['/newsroom/about', 'page.edit'],
  ['/newsroom/settings', 'settings.edit'],
  ['/newsroom/system', 'settings.edit'],
  ['/newsroom/webhooks', 'webhook.manage'],
  ['/newsroom/people', 'people.manage'],
  ['/newsroom/audit', 'audit.read'],
];

/**
 * Further areas, for API tokens only: with a session, the permission depends on the article, or every role has it. A route in
 * neither list refuses API tokens.
 */
const TOKEN_AREAS: readonly Area[] = [
  ['/newsroom/articles/{id}/schedule', 'article.publish'],
  ['/newsroom/articles/{id}/pending-changes', 'article.publish'],
  ['/newsroom/articles/{id}/publish-date', 'article.publish'],
  ['/newsroom/articles', 'article.write'],
  ['/newsroom/article-changes', 'article.write'],
  ['/newsroom/previews', 'article.write'],
  ['/newsroom/publication-checks', 'article.write'],
  ['/newsroom/tags', 'article.read'],
  ['/newsroom/calendar', 'article.read'],
  ['/newsroom/reviews', 'article.review'],
  ['/newsroom/trash/{id}', 'article.purge'],
  ['/newsroom/trash', 'article.read'],
  ['/newsroom/authors', 'author.edit'],
  ['/newsroom/author-accounts', 'author.edit'],
  ['/newsroom/free-bylines', 'author.edit'],
  ['/newsroom/own-author', 'own_author.edit'],
];

/** The action that the role needs for any route at this path; null if the route decides. */
export const findRoleAction = (path: string): RoleAction | null => findAction(ROLE_AREAS, path);

/** The action whose scope an API token needs at this path; null if none may be used there. */
export const findTokenAction = (path: string): Action | null =>
  findAction(ROLE_AREAS, path) ?? findAction(TOKEN_AREAS, path);

function findAction<A extends Action>(areas: readonly Area<A>[], path: string): A | null {
  const segments = path.split('/');
  return areas.find(([area]) => isWithin(area.split('/'), segments))?.[1] ?? null;
}

const isWithin = (area: readonly string[], segments: readonly string[]): boolean =>
  area.length <= segments.length &&
  area.every((segment, index) => segment === '{id}' || segment === segments[index]);
