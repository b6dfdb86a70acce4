import { slugify, slugOfTitle } from '#domain/articles/slug.ts';
import { createStore, type Store } from '../store.ts';
import { type Draft, isSameDraft } from './draft.ts';

/** 1: details, 2: content. */
export type Step = 1 | 2;

export interface DraftState {
  readonly draft: Draft;
  /** The last version known to be stored on the server; `draft` is unsaved if it differs. Empty for a new article. */
  readonly saved: Draft;
  /** The last version known to be stored in the autosave of the server; null if there is none. */
  readonly autosaved: Draft | null;
  /** Whether the slug is derived from the title: until the user edits the slug or saves the article. */
  readonly isSlugAutomatic: boolean;
  readonly step: Step;
  /** Whether step 2 was opened. The text editor then stays mounted, to keep its undo history. */
  readonly isContentOpened: boolean;
  /** How the text editor has serialized the content that it loaded last; null before. */
  readonly serialized: { readonly from: string; readonly to: string } | null;
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
  /** The server has stored this draft as an autosave, or has none any more. */
  | { readonly type: 'autosaved'; readonly draft: Draft | null }
  /** The text editor has serialized the loaded content differently, without a change by the user. */
  | { readonly type: 'serialized'; readonly content: string };

export type DraftStore = Store<DraftState, DraftAction>;

interface DraftStoreOptions {
  readonly draft: Draft;
  readonly saved?: Draft;
  readonly autosaved?: Draft | null;
  readonly isSlugAutomatic: boolean;
  /** Eight hexadecimal digits, for the slug of a title without any character that is allowed in a slug. */
  readonly uniqueDigits: string;
}

export function createDraftStore(options: DraftStoreOptions): DraftStore {
  const { draft, saved = draft, autosaved = null, isSlugAutomatic, uniqueDigits } = options;
  const initial = {
    draft,
    saved,
    autosaved,
    isSlugAutomatic,
    step: 1,
    isContentOpened: false,
    serialized: null,
    generation: 0,
  } as const;
  return createStore<DraftState, DraftAction>(
    (state, action) => reduce(state, action, uniqueDigits),
    initial,
  );
}

export function isUnsaved({ draft, saved }: DraftState): boolean {
  return !isSameDraft(draft, saved);
}

/** Whether the server has the draft as it is: saved or autosaved. */
export function isOnServer({ draft, saved, autosaved }: DraftState): boolean {
  return isSameDraft(draft, autosaved ?? saved);
}

function reduce(state: DraftState, action: DraftAction, uniqueDigits: string): DraftState {
  if (action.type === 'edited') return applyEdit(state, action.change, uniqueDigits);
  if (action.type === 'slugBlurred')
    return { ...state, draft: { ...state.draft, slug: slugify(state.draft.slug) } };
  if (action.type === 'stepChanged')
    return { ...state, step: action.step, isContentOpened: state.isContentOpened || action.step === 2 };
  if (action.type === 'replaced') return replaceDraft(state, action.draft, uniqueDigits);
  if (action.type === 'autosaved') return { ...state, autosaved: action.draft };
  if (action.type === 'saved') return applySave(state, action.draft);
  return applySerialized(state, action.content);
}

function applySave(state: DraftState, sent: Draft): DraftState {
  // It may have been sent before the text editor has loaded it.
  const saved = sent.content === state.serialized?.from ? { ...sent, content: state.serialized.to } : sent;
  const next = { ...state, saved, autosaved: null };
  if (!state.isSlugAutomatic || saved.slug === '') return next;
  // The title may have changed during the save.
  return { ...next, draft: { ...state.draft, slug: saved.slug }, isSlugAutomatic: false };
}

function replaceDraft(state: DraftState, draft: Draft, uniqueDigits: string): DraftState {
  const isDerived = draft.slug === slugOfTitle(draft.title, uniqueDigits);
  return {
    ...state,
    draft,
    isSlugAutomatic: state.isSlugAutomatic && isDerived,
    generation: state.generation + 1,
  };
}

function applySerialized(state: DraftState, content: string): DraftState {
  const before = state.draft.content;
  const reserialized = (stored: Draft) => (stored.content === before ? { ...stored, content } : stored);
  return {
    ...state,
    draft: { ...state.draft, content },
    serialized: { from: before, to: content },
    saved: reserialized(state.saved),
    autosaved: state.autosaved && reserialized(state.autosaved),
  };
}

function applyEdit(state: DraftState, change: Partial<Draft>, uniqueDigits: string): DraftState {
  const draft = { ...state.draft, ...change };
  if (change.slug !== undefined) return { ...state, draft, isSlugAutomatic: false };
  if (change.title === undefined || !state.isSlugAutomatic) return { ...state, draft };
  return { ...state, draft: { ...draft, slug: slugOfTitle(change.title, uniqueDigits) } };
}
