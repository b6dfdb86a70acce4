import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OutlineKind } from '#domain/pages/outline-kinds.ts';
import type { TextEditorHandle } from '../editor/text-editor/text-editor.tsx';
import { useRecordDraft } from '../unsaved/use-record-draft.ts';
import { formValuesOf, newPageValues, type PageFormValues, pageFormValues } from './page-form-values.ts';
import { type OwnPage, pageQuery } from './page-queries.ts';
import { useSavePage } from './use-save-page.ts';

interface PageFormOptions {
  /** Null for a new page. */
  readonly page: OwnPage | null;
  /** The outline of a new page; null for an empty one. */
  readonly kind: OutlineKind | null;
  readonly onCreated: (page: OwnPage) => void;
}

/** The state of the form of a page: unsaved values, text, saves and conflicts. */
export function usePageForm({ page, kind, onCreated }: PageFormOptions) {
  const queries = useQueryClient();
  const text = useRef<TextEditorHandle>(null);
  const [newValues] = useState(() => newPageValues(kind));
  const { base, draft, revision, hasConflict, onSaved, onSaveError } = useRecordDraft({
    record: page,
    form: 'page',
    newId: `new-${kind ?? 'empty'}`,
    schema: pageFormValues,
    newValues,
    valuesOf: formValuesOf,
    load: (id) => queries.fetchQuery({ ...pageQuery(id), staleTime: 0 }),
    onCreated,
  });
  const { values } = draft;
  // The content that the editor has just reported, which `values` has after the next rendering.
  const flushed = useRef<string | null>(null);
  const editor = useEditorContent(values.content, (content) => {
    flushed.current = content;
    draft.change({ content });
  });
  const saving = useSavePage({
    page: base,
    kind,
    revision,
    onSaved(saved, sent) {
      // The editor of a new page is recreated after the save. Its last words must be part of the unsaved input before.
      text.current?.flush();
      editor.onSaved(sent.content, saved.content);
      onSaved(saved, sent);
    },
  });

  /** The values with pending input of the text editor. */
  function currentValues(): PageFormValues {
    flushed.current = null;
    text.current?.flush();
    return flushed.current === null ? values : { ...values, content: flushed.current };
  }

  return {
    base,
    draft,
    text,
    editor,
    saving,
    hasConflict,
    currentValues,
    save(isDraft: boolean): void {
      if (saving.isPending) return;
      saving.mutate({ values: currentValues(), isDraft }, { onError: onSaveError });
    },
  };
}

/**
 * The content and the generation of the text editor. A change from outside, such as a restored revision, recreates the
 * editor; its own changes and a save do not.
 */
function useEditorContent(content: string, onChange: (content: string) => void) {
  const [shown, setShown] = useState({ content, generation: 0 });
  // The stored content, and how the editor serializes it: equal content is not a change.
  const loaded = useRef({ stored: content, serialized: content });
  if (content !== shown.content) setShown({ content, generation: shown.generation + 1 });
  return {
    generation: shown.generation,
    onLoaded(serialized: string) {
      loaded.current = { stored: shown.content, serialized };
    },
    onChange(serialized: string) {
      const next = serialized === loaded.current.serialized ? loaded.current.stored : serialized;
      setShown((before) => ({ ...before, content: next }));
      onChange(next);
    },
    onSaved(sent: string, stored: string) {
      const { stored: before, serialized } = loaded.current;
      loaded.current = { stored, serialized: sent === before ? serialized : sent };
      setShown((now) => (now.content === sent ? { ...now, content: stored } : now));
    },
  };
}
