import { eq } from 'drizzle-orm';
import { articles } from '#domain/articles/tables.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import { defineCommand, noWords } from './command.ts';

export const removeSamples = defineCommand({
  name: 'remove-samples',
  usage: '',
  summary: 'deletes the sample articles',
  words: noWords,
  async run(_words, { database, print }) {
    const removed = await database.transaction(async (tx) => {
      const { id, categorySlug } = articles;
      const gone = await tx
        .delete(articles)
        .where(eq(articles.isSample, true))
        .returning({ id, categorySlug });
      if (gone.length > 0) tx.touch(pageTags.list);
      for (const article of gone) tx.touch(pageTags.article(article.id), `section:${article.categorySlug}`);
      return gone.length;
    });
    print(removed === 0 ? 'There are no sample articles.' : `${removed} sample articles were removed.`);
  },
});
