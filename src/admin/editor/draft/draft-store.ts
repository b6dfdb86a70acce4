import { slugify } from '#domain/articles/slug.ts';
import { createStore, type Store } from '../store.ts';
import { type Draft, isSameDraft } from './draft.ts';

/** 1: details, 2: content. */
export type Step = 1 | 2;

export interface DraftState {
  readonly draft: Draft;
  /** The last version known to be stored on the server; `draft` is unsaved if it differs. Empty for a new article. */
  readonly saved: Draft;
  /** Whether the slug is derived from the title: until the user edits the slug or the article is saved. */
  readonly isSlugAutomatic: boolean;
  readonly step: Step;
  /** Whether step 2 was opened. The text editor then stays mounted, to keep its undo history. */
  readonly isContentOpened: boolean;
  /** Incremented when the whole draft is replaced, so that the text editor reloads its content. */
  readonly generation: number;
}

export type DraftAction =
  | { readonly type: 'edited'; readonly change: Partial<Draft> }
  | { readonly type: 'slugBlurred' }
  | { readonly type: 'stepChanged'; readonly step: Step }
  /** Replaces the whole draft with a recovered draft or the server's version. */
  | { readonly type: 'replaced'; readonly draft: Draft }
  /** The server has stored this draft. */
  | { readonly type: 'saved'; readonly draft: Draft }
  /** The text editor has serialized the loaded content differently, without a change by the user. */
  | { readonly type: 'serialized'; readonly content: string };

export type DraftStore = Store<DraftState, DraftAction>;

interface DraftStoreOptions {
  readonly draft: Draft;
  readonly isNew: boolean;
  /** Slug for a title without any character that is allowed in a slug. */
  readonly fallbackSlug: string;
}

export function createDraftStore({ draft, isNew, fallbackSlug }: DraftStoreOptions): DraftStore {
  const initial = {
    draft,
    saved: draft,
    isSlugAutomatic: isNew,
    step: 1,
    isContentOpened: false,
    generation: 0,
  } as const;
  return createStore<DraftState, DraftAction>(
    (state, action) => reduce(state, action, fallbackSlug),
    initial,
  );
}

export function isUnsaved({ draft, saved }: DraftState): boolean {
  return !isSameDraft(draft, saved);
}

function reduce(state: DraftState, action: DraftAction, fallbackSlug: string): DraftState {
  if (action.type === 'edited') return applyEdit(state, action.change, fallbackSlug);
  if (action.type === 'slugBlurred')
    return { ...state, draft: { ...state.draft, slug: slugify(state.draft.slug) } };
  if (action.type === 'stepChanged')
    return { ...state, step: action.step, isContentOpened: state.isContentOpened || action.step === 2 };
  if (action.type === 'replaced') return replaceDraft(state, action.draft, fallbackSlug);
  if (action.type === 'saved') return { ...state, saved: action.draft, isSlugAutomatic: false };
  return applySerialized(state, action.content);
}

function replaceDraft(state: DraftState, draft: Draft, fallbackSlug: string): DraftState {
  const isDerived = draft.slug === slugFromTitle(draft.title, fallbackSlug);
  return {
    ...state,
    draft,
    isSlugAutomatic: state.isSlugAutomatic && isDerived,
    generation: state.generation + 1,
  };
}

function applySerialized(state: DraftState, content: string): DraftState {
  const isUntouched = state.draft.content === state.saved.content;
  const draft = { ...state.draft, content };
  return isUntouched ? { ...state, draft, saved: { ...state.saved, content } } : { ...state, draft };
}

function applyEdit(state: DraftState, change: Partial<Draft>, fallbackSlug: string): DraftState {
  const draft = { ...state.draft, ...change };
  if (change.slug !== undefined) return { ...state, draft, isSlugAutomatic: false };
  if (change.title === undefined || !state.isSlugAutomatic) return { ...state, draft };
  return { ...state, draft: { ...draft, slug: slugFromTitle(change.title, fallbackSlug) } };
}

function slugFromTitle(title: string, fallback: string): string {
  return title.trim() === '' ? '' : slugify(title) || fallback;
}
