import { ARTICLE_FIELDS, fieldRules } from '#domain/articles/article-fields.ts';
import { parseBlocks } from '../draft/compare-html.ts';
import type { Draft, DraftField } from '../draft/draft.ts';
import { fieldText } from '../revisions/article-lines.ts';
import { contentLines } from '../revisions/content-lines.ts';
import { mergeSequences } from './merge-sequences.ts';

/** What is taken of a conflict; `both`: their passage before the own one. */
export type Choice = 'mine' | 'theirs' | 'both';

/** A field, or a passage of the text, that both versions have changed differently. */
export interface MergeConflict {
  /** The label of the field; null for a passage of the text. */
  readonly label: string | null;
  /** Lines, as in a comparison. */
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

export interface MergedDraft {
  readonly conflicts: readonly MergeConflict[];
  /** The merged draft. @param choices one for each conflict */
  readonly resolve: (choices: readonly Choice[]) => Draft;
}

interface DraftVersions {
  /** What both were edited from; null if it is not known. */
  readonly base: Draft | null;
  readonly mine: Draft;
  readonly theirs: Draft;
}

/** The fields that change together with a labelled one. */
const COMPANIONS: Partial<Record<DraftField, readonly DraftField[]>> = {
  authorName: ['bylines', 'authorImage'],
  readTime: ['readTimeTyped'],
  image: ['imageAlt'],
};

interface MergedItem {
  readonly conflict: MergeConflict | null;
  /** The part of the draft that follows from a choice. */
  readonly take: (choice: Choice) => Partial<Draft>;
}

/** Merges two versions of an article by field, and its text by block. */
export function mergeDrafts(versions: DraftVersions): MergedDraft {
  const labelled = ARTICLE_FIELDS.filter(
    (field) => field !== 'isDraft' && fieldRules(field).label !== undefined,
  ) as DraftField[];
  const fields = labelled.map((field) => mergeField(field, versions));
  const blocks = mergeContent(versions);
  const items = [...fields, ...blocks].filter(({ conflict }) => conflict !== null);
  return {
    conflicts: items.flatMap(({ conflict }) => conflict ?? []),
    resolve(choices) {
      const choose = (item: MergedItem): Choice => choices[items.indexOf(item)] ?? 'mine';
      const content = blocks.map((block) => block.take(choose(block)).content ?? '').join('');
      return Object.assign({}, versions.mine, ...fields.map((field) => field.take(choose(field))), {
        content,
      }) as Draft;
    },
  };
}

function mergeField(field: DraftField, { base, mine, theirs }: DraftVersions): MergedItem {
  const pick = (draft: Draft) =>
    Object.fromEntries([field, ...(COMPANIONS[field] ?? [])].map((name) => [name, draft[name]]));
  const [before, own, other] = [base, mine, theirs].map((draft) => draft && fieldText(field, draft));
  const take = (choice: Choice) => pick(choice === 'theirs' ? theirs : mine);
  if (own === other || other === before) return { conflict: null, take: () => pick(mine) };
  if (own === before) return { conflict: null, take: () => pick(theirs) };
  const label = fieldRules(field).label ?? null;
  return { conflict: { label, base: linesOf(before), mine: linesOf(own), theirs: linesOf(other) }, take };
}

const linesOf = (text: string | null | undefined) => (text ? [text] : []);

function mergeContent({ base, mine, theirs }: DraftVersions): MergedItem[] {
  const parts = mergeSequences({
    base: base && parseBlocks(base.content),
    mine: parseBlocks(mine.content),
    theirs: parseBlocks(theirs.content),
  });
  return parts.map((part): MergedItem => {
    if (part.kind === 'agreed') return { conflict: null, take: () => ({ content: htmlOf(part.elements) }) };
    const [before, own, other] = [htmlOf(part.base), htmlOf(part.mine), htmlOf(part.theirs)];
    const taken = { mine: own, theirs: other, both: other + own };
    return {
      conflict: {
        label: null,
        base: contentLines(before),
        mine: contentLines(own),
        theirs: contentLines(other),
      },
      take: (choice) => ({ content: taken[choice] }),
    };
  });
}

const htmlOf = (blocks: readonly { readonly html: string }[]) => blocks.map(({ html }) => html).join('');
