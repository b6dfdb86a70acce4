import { Archive, FolderInput, type LucideIcon, RotateCcw, Send, Tag, Trash2 } from 'lucide-react';
import type { ArticleChange } from '#domain/articles/changes/article-change.ts';
import type { Action } from '#domain/accounts/permissions.ts';
import { formatCount } from '#ui/format-count.ts';

export type BulkAction = Exclude<ArticleChange['action'], 'set_tags'>;

interface BulkActionTexts {
  /** The label of its button, and of the one that confirms it. */
  readonly label: string;
  readonly busy: string;
  readonly Icon: LucideIcon;
  /** The permission without which no article can be changed so. */
  readonly needs: Action;
  /** What it asks for, besides a confirmation. */
  readonly input: 'section' | 'tag' | null;
  readonly isDangerous: boolean;
  /** The title of the question. */
  readonly question: (articles: string) => string;
  readonly text: string;
  /** After it has happened. */
  readonly done: (articles: string) => string;
}

/** The actions with several articles, in the order of their buttons. */
export const BULK_ACTIONS: Readonly<Record<BulkAction, BulkActionTexts>> = {
  publish: {
    label: 'Publish',
    busy: 'Publishing...',
    Icon: Send,
    needs: 'article.publish',
    input: null,
    isDangerous: false,
    question: (articles) => `Publish ${articles}?`,
    text: 'Readers see them at once. What is scheduled for them, and their review, ends.',
    done: (articles) => `${articles} published`,
  },
  unpublish: {
    label: 'Take offline',
    busy: 'Taking offline...',
    Icon: Archive,
    needs: 'article.publish',
    input: null,
    isDangerous: true,
    question: (articles) => `Take ${articles} offline?`,
    text: 'Readers see them no longer. They become drafts and keep their publication dates.',
    done: (articles) => `${articles} taken offline`,
  },
  move: {
    label: 'Move',
    busy: 'Moving...',
    Icon: FolderInput,
    needs: 'article.write',
    input: 'section',
    isDangerous: false,
    question: (articles) => `Move ${articles}`,
    text: 'Their addresses stay the same.',
    done: (articles) => `${articles} moved`,
  },
  add_tag: {
    label: 'Add tag',
    busy: 'Adding...',
    Icon: Tag,
    needs: 'article.write',
    input: 'tag',
    isDangerous: false,
    question: (articles) => `Add a tag to ${articles}`,
    text: 'Articles that have the tag already stay as they are.',
    done: (articles) => `Tag added to ${articles}`,
  },
  remove_tag: {
    label: 'Remove tag',
    busy: 'Removing...',
    Icon: Tag,
    needs: 'article.write',
    input: 'tag',
    isDangerous: false,
    question: (articles) => `Remove a tag from ${articles}`,
    text: 'Also in another spelling. Articles without the tag stay as they are.',
    done: (articles) => `Tag removed from ${articles}`,
  },
  trash: {
    label: 'Delete',
    busy: 'Deleting...',
    Icon: Trash2,
    needs: 'article.write',
    input: null,
    isDangerous: true,
    question: (articles) => `Delete ${articles}?`,
    text: 'They are moved to the trash with their comments and revisions, and can be restored there. Their addresses answer that they are gone.',
    done: (articles) => `${articles} moved to the trash`,
  },
  restore: {
    label: 'Restore',
    busy: 'Restoring...',
    Icon: RotateCcw,
    needs: 'article.write',
    input: null,
    isDangerous: false,
    question: (articles) => `Restore ${articles}?`,
    text: 'Exactly as they were: published articles are published again.',
    done: (articles) => `${articles} restored`,
  },
};

export const articleCount = (count: number): string => formatCount(count, 'article');
