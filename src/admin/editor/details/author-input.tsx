import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react';
import { AUTHOR_NAME_MAX_LENGTH, type Byline } from '#domain/articles/bylines.ts';
import { type Author, authorListQuery } from '../../authors/author-queries.ts';
import { FieldLayout } from '../../components/field.tsx';

interface AuthorInputProps {
  readonly label: string;
  readonly byline: Byline;
  readonly error: string | undefined;
  readonly onChange: (byline: Byline) => void;
}

/**
 * A name with suggestions of authors. A chosen suggestion links the profile; typing makes it free text again. An editable
 * combobox with a list (ARIA Authoring Practices Guide) and not the one of Base UI, which hides the rest of the page, and
 * with it the label of the field, from screen readers while its list is open.
 */
export function AuthorInput({ label, byline, error, onChange }: AuthorInputProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  /** Index of the highlighted suggestion; -1 for none. */
  const [active, setActive] = useState(-1);
  const authors = useSuggestions(byline, isOpen);
  const isShown = isOpen && authors.length > 0;
  const activeId = isShown && active >= 0 ? optionId(listId, active) : undefined;
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const toggle = (open: boolean) => {
    setOpen(open);
    setActive(-1);
  };
  const choose = (author: Author) => {
    onChange({ author: author.id, name: author.name });
    toggle(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const chosen = isShown ? authors[active] : undefined;
    if (step !== undefined) {
      setOpen(true);
      // One more position than suggestions: the input itself.
      if (isShown) setActive(((active + 1 + step + authors.length + 1) % (authors.length + 1)) - 1);
    } else if (event.key === 'Enter' && chosen !== undefined) choose(chosen);
    else if (event.key === 'Escape' && isShown) {
      toggle(false);
      // A dialog around the field stays open.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  return (
    <FieldLayout
      label={label}
      {...(byline.author === null ? {} : { hint: 'Linked to a profile.' })}
      error={error}
    >
      {(control) => (
        <div className="field-control author-combobox">
          <input
            {...control}
            type="text"
            name="authorName"
            dir="auto"
            autoComplete="off"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-activedescendant={activeId}
            maxLength={AUTHOR_NAME_MAX_LENGTH}
            value={byline.name}
            onChange={({ target }) => {
              onChange({ author: null, name: target.value });
              toggle(true);
            }}
            onClick={() => toggle(true)}
            onBlur={() => toggle(false)}
            onKeyDown={onKeyDown}
          />
          <div id={listId} role="listbox" aria-label="Profiles" className="menu" hidden={!isShown}>
            {authors.map((author, index) => (
              <Suggestion
                key={author.id}
                id={optionId(listId, index)}
                author={author}
                isActive={index === active}
                onChoose={() => choose(author)}
              />
            ))}
          </div>
        </div>
      )}
    </FieldLayout>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const optionId = (listId: string, index: number) => `${listId}option${index}`;

const NONE: readonly Author[] = [];

/** The authors whose name contains the typed text; all of them for a linked name. */
function useSuggestions({ author, name }: Byline, isOpen: boolean): readonly Author[] {
  const search = useDeferredValue(author === null ? name.trim().slice(0, 100) : '');
  const { data } = useQuery({ ...authorListQuery({ search, page: 1 }), enabled: isOpen });
  return isOpen ? (data?.authors ?? NONE) : NONE;
}

interface SuggestionProps {
  readonly id: string;
  readonly author: Author;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

/** The focus stays in the input, which handles the keys; pressing an option must not take it away. */
function Suggestion({ id, author, isActive, onChoose }: SuggestionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="menu-item author-suggestion"
      data-highlighted={isActive ? '' : undefined}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <bdi>{author.name}</bdi>
      <small>/author/{author.slug}</small>
    </div>
  );
}
