import { slugFrom } from '#domain/articles/slug.ts';
import { createStore, type Store } from '../store.ts';
import { type Draft, isSameDraft } from './draft.ts';

/** Details or content. */
export type Step = 1 | 2;

export interface DraftState {
  readonly draft: Draft;
  /** What the server is known to have; what `draft` is compared with. For a new article, the empty form. */
  readonly saved: Draft;
  /** The title writes the slug until somebody else does. */
  readonly slugFollows: boolean;
  readonly step: Step;
  /** The text has been opened; it stays so, with its history of changes. */
  readonly hasWritten: boolean;
  /** Counts drafts put in as a whole, so that what shows one can start again. */
  readonly generation: number;
}

export type DraftAction =
  | { readonly type: 'typed'; readonly change: Partial<Draft> }
  | { readonly type: 'slug left' }
  | { readonly type: 'went'; readonly step: Step }
  /** The whole draft is another one: restored, taken over, reset. */
  | { readonly type: 'replaced'; readonly draft: Draft }
  /** The server has this now. */
  | { readonly type: 'saved'; readonly draft: Draft }
  /** The editor has written what was loaded in its own way, without a word changed. */
  | { readonly type: 'rewritten'; readonly content: string };

export type DraftStore = Store<DraftState, DraftAction>;

interface DraftStart {
  readonly draft: Draft;
  readonly isNew: boolean;
  /** Ends the slug of a title of which no letter can stand in one. */
  readonly fallbackSlug: string;
}

export function createDraftStore({ draft, isNew, fallbackSlug }: DraftStart): DraftStore {
  const initial = {
    draft,
    saved: draft,
    slugFollows: isNew,
    step: 1,
    hasWritten: false,
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
  if (action.type === 'typed') return typed(state, action.change, fallbackSlug);
  if (action.type === 'slug left')
    return { ...state, draft: { ...state.draft, slug: slugFrom(state.draft.slug) } };
  if (action.type === 'went')
    return { ...state, step: action.step, hasWritten: state.hasWritten || action.step === 2 };
  if (action.type === 'replaced') return replaced(state, action.draft, fallbackSlug);
  if (action.type === 'saved') return { ...state, saved: action.draft, slugFollows: false };
  return rewritten(state, action.content);
}

function replaced(state: DraftState, draft: Draft, fallbackSlug: string): DraftState {
  const isSuggested = draft.slug === suggestedSlug(draft.title, fallbackSlug);
  return {
    ...state,
    draft,
    slugFollows: state.slugFollows && isSuggested,
    generation: state.generation + 1,
  };
}

function rewritten(state: DraftState, content: string): DraftState {
  const isUntouched = state.draft.content === state.saved.content;
  const draft = { ...state.draft, content };
  return isUntouched ? { ...state, draft, saved: { ...state.saved, content } } : { ...state, draft };
}

function typed(state: DraftState, change: Partial<Draft>, fallbackSlug: string): DraftState {
  const draft = { ...state.draft, ...change };
  if (change.slug !== undefined) return { ...state, draft, slugFollows: false };
  if (change.title === undefined || !state.slugFollows) return { ...state, draft };
  return { ...state, draft: { ...draft, slug: suggestedSlug(change.title, fallbackSlug) } };
}

function suggestedSlug(title: string, fallback: string): string {
  return title.trim() === '' ? '' : slugFrom(title) || fallback;
}
