import { removeSamples as deleteSamples } from '#domain/articles/samples.server.ts';
import { formatCount } from '#ui/format-count.ts';
import { defineCommand, noArgs } from './command.ts';

export const removeSamples = defineCommand({
  name: 'remove-samples',
  usage: '',
  summary: 'deletes the sample articles',
  args: noArgs,
  async run(_args, { database, print }) {
    const removed = await deleteSamples(database);
    print(
      removed === 0
        ? 'There are no sample articles.'
        : `${formatCount(removed, 'sample article was', 'sample articles were')} removed.`,
    );
  },
});
