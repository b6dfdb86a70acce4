import type { RefObject } from 'react';
import { toCamelCase } from '#platform/key-case.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { ErrorTargets } from '../saving/field-errors.ts';
import type { CheckFinding } from './load-check.ts';

export interface FindingTargets extends ErrorTargets {
  /** The notes; null before the article is stored. */
  readonly notes: RefObject<HTMLDetailsElement | null>;
}

/** Frames in which a text editor that is loaded for the first time may appear: about ten seconds. */
const MAX_FRAMES = 600;

/** Fields of step 1 that consist of several controls. */
const GROUPS: Readonly<Record<string, string>> = {
  image: '.lead-picture button',
  bylines: '.bylines input',
  authorName: '.bylines input',
  authorImage: '.bylines input',
};

/** Switches to the step with the field of a finding, and focuses the field, the block or the notes. */
export function openFinding(
  session: EditorSession,
  { field, block }: CheckFinding,
  { details, text, notes }: FindingTargets,
): void {
  if (field === null) {
    openNotes(notes.current);
    return;
  }
  session.draft.dispatch({ type: 'stepChanged', step: field === 'content' ? 2 : 1 });
  const name = toCamelCase(field);
  // After the step is rendered and the dialog is removed.
  if (field === 'content') whenReady(() => text.current?.selectBlock(block) === true);
  else
    requestAnimationFrame(() =>
      details.current?.querySelector<HTMLElement>(GROUPS[name] ?? `[name="${name}"]`)?.focus(),
    );
}

function openNotes(notes: HTMLDetailsElement | null): void {
  if (notes === null) return;
  notes.open = true;
  // After the dialog is removed.
  requestAnimationFrame(() => {
    notes.querySelector('summary')?.focus();
    notes.scrollIntoView({ block: 'center' });
  });
}

function whenReady(attempt: () => boolean, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    if (!attempt() && frames > 0) whenReady(attempt, frames - 1);
  });
}
