import { type Action, findScope, type Role } from '../permissions.ts';

/** What an API token can be allowed to do. Stored with tokens: add names, and never change one. */
export const TOKEN_SCOPES = [
  'articles:read',
  'articles:write',
  'articles:publish',
  'media:write',
  'comments:read',
  'comments:moderate',
  'authors:read',
  'authors:write',
  'sections:read',
  'sections:write',
  'pages:read',
  'pages:write',
  'redirects:read',
  'redirects:write',
  'newsletter:read',
  'newsletter:write',
  'subscribers:read',
  'subscribers:write',
  'statistics:read',
  'messages:read',
  'settings:read',
  'audit:read',
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Null: no token may do it. */
interface ActionScopes {
  /** For requests that only read. */
  readonly read: TokenScope | null;
  /** For all other requests. */
  readonly change: TokenScope | null;
}

const both = (scope: TokenScope | null): ActionScopes => ({ read: scope, change: scope });

/**
 * The scope that each action needs, beside the role. The only such table: a new action does not compile without a row. What
 * cannot be undone, reaches all subscribers, or gives access to the site is null.
 */
const ACTION_SCOPES: Readonly<Record<Action, ActionScopes>> = {
  'article.read': both('articles:read'),
  'article.write': { read: 'articles:read', change: 'articles:write' },
  'article.publish': both('articles:publish'),
  'article.purge': both(null),
  'article.submit': both('articles:write'),
  'article.review': { read: 'articles:read', change: 'articles:write' },
  'article.share': { read: 'articles:read', change: 'articles:write' },
  'article.note': { read: 'articles:read', change: 'articles:write' },
  'author.edit': { read: 'authors:read', change: 'authors:write' },
  'own_author.edit': { read: 'authors:read', change: 'authors:write' },
  'page.edit': { read: 'pages:read', change: 'pages:write' },
  'home_page.edit': { read: 'pages:read', change: 'pages:write' },
  'redirect.manage': { read: 'redirects:read', change: 'redirects:write' },
  'statistics.read': both('statistics:read'),
  'picture.upload': both('media:write'),
  'section.read': { read: 'sections:read', change: 'sections:write' },
  'section.edit': { read: 'sections:read', change: 'sections:write' },
  'comment.moderate': { read: 'comments:read', change: 'comments:moderate' },
  'newsletter.manage': { read: 'newsletter:read', change: 'newsletter:write' },
  'newsletter.send': both(null),
  'subscriber.manage': { read: 'subscribers:read', change: 'subscribers:write' },
  'message.read': { read: 'messages:read', change: null },
  'settings.edit': { read: 'settings:read', change: null },
  'people.manage': both(null),
  // A receiver gets everything that happens from then on.
  'webhook.manage': both(null),
  'audit.read': both('audit:read'),
};

/** The next smaller scope that a scope includes: the response to a change contains what was changed. */
const INCLUDED: Readonly<Partial<Record<TokenScope, TokenScope>>> = {
  'articles:publish': 'articles:write',
  'articles:write': 'articles:read',
  'comments:moderate': 'comments:read',
  'authors:write': 'authors:read',
  'sections:write': 'sections:read',
  'pages:write': 'pages:read',
  'redirects:write': 'redirects:read',
  'newsletter:write': 'newsletter:read',
  'subscribers:write': 'subscribers:read',
};

/** The scope that a request needs for an action; null if no token may do it. */
export function findTokenScope(action: Action, isReading: boolean): TokenScope | null {
  const { read, change } = ACTION_SCOPES[action];
  return isReading ? read : change;
}

/** Whether one of the granted scopes is the needed one, or includes it. */
export function includesScope(granted: readonly TokenScope[], needed: TokenScope): boolean {
  return granted.some((scope) => {
    for (let held: TokenScope | undefined = scope; held !== undefined; held = INCLUDED[held])
      if (held === needed) return true;
    return false;
  });
}

/** The scopes with which a role can do anything. */
export function usableScopes(role: Role | null): readonly TokenScope[] {
  const actions = Object.keys(ACTION_SCOPES) as Action[];
  const allowed = new Set(
    actions.flatMap((action) => {
      const { read, change } = ACTION_SCOPES[action];
      return findScope(role, action) === null ? [] : [read, change];
    }),
  );
  return TOKEN_SCOPES.filter((scope) => allowed.has(scope));
}
