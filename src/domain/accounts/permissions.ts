/** The roles of the newsroom, from the fewest permissions to the most. An account has at most one. */
export const ROLES = ['contributor', 'author', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** `own`: only with articles that the person created. An article without a creator is open to the scope `all` only. */
export type Scope = 'own' | 'all';

/** What each role may do. A role that is missing from an action may not do it. */
const PERMISSIONS = {
  /** Read an article, drafts included, and its revisions. */
  'article.read': { contributor: 'own', author: 'own', editor: 'all', admin: 'all' },
  /** Create and save a draft, move it to the trash and restore it; preview. */
  'article.write': { contributor: 'own', author: 'own', editor: 'all', admin: 'all' },
  /** Publish and unpublish an article; save a published one, move it to the trash and restore it. */
  'article.publish': { author: 'own', editor: 'all', admin: 'all' },
  /** List, create and revoke links to a preview. Creating one needs the permission to change the article as well. */
  'article.share': { contributor: 'own', author: 'own', editor: 'all', admin: 'all' },
  /** Delete an article in the trash permanently. */
  'article.purge': { editor: 'all', admin: 'all' },
  /** Submit a draft for review, and withdraw it. Those who publish every article need no review. */
  'article.submit': { contributor: 'own', author: 'own' },
  /** List the submitted articles, and return them to their authors. */
  'article.review': { editor: 'all', admin: 'all' },
  /** Add a note for the newsroom. Everybody who may read the article reads its notes. */
  'article.note': { contributor: 'own', author: 'own', editor: 'all', admin: 'all' },
  /** Create, change and delete the profiles of authors. Everybody in the newsroom can find them for a byline. */
  'author.edit': { editor: 'all', admin: 'all' },
  /** Change biography, picture and links of the profile that belongs to the account. */
  'own_author.edit': { contributor: 'own', author: 'own', editor: 'own', admin: 'own' },
  /** Read, create, change, publish and delete the own pages of the publication. */
  'page.edit': { editor: 'all', admin: 'all' },
  /** Pick the articles of the home page. */
  'home_page.edit': { editor: 'all', admin: 'all' },
  /** List, create, change, delete, import and export redirects; the report of unknown addresses. */
  'redirect.manage': { editor: 'all', admin: 'all' },
  /** Read page views, referring sites and the growth of the newsletter. */
  'statistics.read': { editor: 'all', admin: 'all' },
  'picture.upload': { contributor: 'all', author: 'all', editor: 'all', admin: 'all' },
  /** Read the description of a section, as readers can. */
  'section.read': { contributor: 'all', author: 'all', editor: 'all', admin: 'all' },
  'section.edit': { editor: 'all', admin: 'all' },
  /** Read comments with the addresses of their authors, decide about them, open and close commenting. */
  'comment.moderate': { editor: 'all', admin: 'all' },
  /** Issues and their texts. */
  'newsletter.manage': { editor: 'all', admin: 'all' },
  /** Approve an issue, stop it, and resend its unknown deliveries. */
  'newsletter.send': { editor: 'all', admin: 'all' },
  /** Read, export, import, block and delete subscribers. */
  'subscriber.manage': { editor: 'all', admin: 'all' },
  /** Contact messages. */
  'message.read': { admin: 'all' },
  'settings.edit': { admin: 'all' },
  /** List, create, change and delete webhooks, replace their secrets, read their delivery logs, send events again. */
  'webhook.manage': { admin: 'all' },
  /** Invite, suspend and remove people, change their roles. */
  'people.manage': { admin: 'all' },
  'audit.read': { admin: 'all' },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<Role, Scope>>>>>;

export type Action = keyof typeof PERMISSIONS;

/** Actions with one article, whose creator matters. */
export type ArticleAction = Extract<Action, `article.${string}`>;

/** Whether the new articles of a role have the name of the account as their byline: it writes only articles of its own. */
export const signsOwnArticles = (role: Role | null): boolean => findScope(role, 'article.write') === 'own';

/** Null for an action that the role may not do; null as a role is an account without one. */
export function findScope(role: Role | null, action: Action): Scope | null {
  const scopes: Readonly<Partial<Record<Role, Scope>>> = PERMISSIONS[action];
  return role === null ? null : (scopes[role] ?? null);
}
