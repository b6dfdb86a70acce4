import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { type NewsroomOptions, type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { type ArticleApi, contentField, editorPath, openArticleApi, openContentStep } from './editor-page.ts';
import { button } from './newsroom-page.ts';
import { expect } from './expect.ts';
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
  /** Creates an article and opens it at the second step. */
  openNew(content?: string): Promise<NewArticle>;
  /** The same with empty content. */
  openEmpty(): Promise<NewArticle>;
}

interface NewArticle {
  readonly page: Page;
  /** The content before the editor has saved it. */
  readonly stored: string;
  /** Saves a draft and resolves to the stored content. */
  readonly save: () => Promise<string>;
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
  async function openContent(article: ArticleRef, visitor?: SignedInVisitor): Promise<Page> {
    const page = await openArticle(article, visitor);
    await openContentStep(page);
    return page;
  }
  async function openNew(content = '<p>x</p>'): Promise<NewArticle> {
    const article = await articles.create({ content });
    const page = await openContent(article);
    return {
      page,
      stored: article.content,
      async save() {
        await button(page, 'Draft').click();
        await expect(page).toHaveURL(/\/admin$/);
        return (await articles.read(article.id)).content;
      },
    };
  }
  return {
    get server() {
      return server;
    },
    get articles() {
      return articles;
    },
    open,
    openArticle,
    openContent,
    openNew,
    async openEmpty() {
      const editor = await openNew();
      await contentField(editor.page).focus();
      await editor.page.keyboard.press('ControlOrMeta+a');
      await editor.page.keyboard.press('Delete');
      return editor;
    },
  };
}
