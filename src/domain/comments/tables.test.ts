import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { makeArticle, makeComment } from '../../../test/factories.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { commentCounts, comments } from './tables.server.ts';

describe.each(databases)('comment counts ($name database)', ({ open }) => {
  const opened = useDatabase(open);

  const countsOf = async (articleId: string) => {
    const [row] = await opened.database.db
      .select({ published: commentCounts.published, held: commentCounts.held })
      .from(commentCounts)
      .where(eq(commentCounts.articleId, articleId));
    return row;
  };

  test('are updated when comments are inserted, updated and deleted', async () => {
    const { database } = opened;
    const article = await makeArticle(database);
    const other = await makeArticle(database);
    const first = await makeComment(database, article);
    await makeComment(database, article, { status: 'held' });
    await makeComment(database, other, { status: 'deleted' });
    expect(await countsOf(article.id)).toEqual({ published: 1, held: 1 });
    expect(await countsOf(other.id)).toEqual({ published: 0, held: 0 });

    await database.transaction((tx) => tx.update(comments).set({ status: 'published' }));
    expect(await countsOf(article.id)).toEqual({ published: 2, held: 0 });
    expect(await countsOf(other.id)).toEqual({ published: 1, held: 0 });

    await database.transaction((tx) => tx.delete(comments).where(eq(comments.id, first.id)));
    expect(await countsOf(article.id)).toEqual({ published: 1, held: 0 });
    await database.transaction((tx) => tx.update(comments).set({ commentText: 'Other words' }));
    expect(await countsOf(article.id)).toEqual({ published: 1, held: 0 });
  });
});
