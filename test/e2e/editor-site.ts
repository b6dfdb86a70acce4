import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { type NewsroomOptions, type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { type ArticleApi, editorPath, openArticleApi, openContentStep } from './editor-page.ts';
import { type SignedInVisitor, signedInPage } from './signed-in-page.ts';

type ArticleRef = Parameters<typeof editorPath>[0];

/** A newsroom whose editor page is tested. `server` and `articles` exist while tests run. */
export interface EditorSite {
  readonly server: NewsroomServer;
  readonly articles: ArticleApi;
  /** Opens a page of the newsroom as the editor. */
  open(path: string, visitor?: SignedInVisitor): Promise<Page>;
  /** Opens an article at the first step. */
  openArticle(article: ArticleRef, visitor?: SignedInVisitor): Promise<Page>;
  /** Opens an article at the second step. */
  openContent(article: ArticleRef, visitor?: SignedInVisitor): Promise<Page>;
}

/**
 * Starts a newsroom before the tests of a file, and stops it after them.
 * @param seed inserts the data the tests need into the database, before the server starts
 */
export function useEditorSite(
  seed?: (database: Database) => Promise<void>,
  options?: NewsroomOptions,
): EditorSite {
  let server: NewsroomServer;
  let articles: ArticleApi;
  beforeAll(async () => {
    server = await startNewsroom(seed, options);
    articles = await openArticleApi(server);
  });
  afterAll(() => server.stop());

  const open = (path: string, visitor?: SignedInVisitor) => signedInPage(server, path, visitor);
  const openArticle = (article: ArticleRef, visitor?: SignedInVisitor) => open(editorPath(article), visitor);
  return {
    get server() {
      return server;
    },
    get articles() {
      return articles;
    },
    open,
    openArticle,
    async openContent(article, visitor) {
      const page = await openArticle(article, visitor);
      await openContentStep(page);
      return page;
    },
  };
}
