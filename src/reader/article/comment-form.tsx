import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ADDRESS_LENGTH, COMMENT_LENGTH, type PublicComment } from '#domain/comments/comment.ts';
import {
  faultsOf,
  isMissing,
  type TypedComment,
  type TypedFaults,
  UNFIT,
} from '#domain/comments/typed-comment.ts';
import { toast } from '#islands/toast.ts';
import { Field } from '#ui/field.tsx';
import { Honeypot } from '../parts/honeypot.tsx';
import { CommentItem } from './comment-item.tsx';
import { commentAnchor, postingPath } from './comment-paths.ts';
import { FAILED, MAY_BE_REVIEWED, MISSING, NONE_YET, POSTED } from './comment-texts.ts';
import { sendComment } from './send-comment.ts';

/** Comments on the article from which on the form is folded. */
const FOLDED_FROM = 10;

export interface CommentFormProps {
  readonly slug: string;
  readonly timeZone: string;
  /** Comments on the article when the page was made. */
  readonly total: number;
  /** This page thanks for a comment that was posted without script. */
  readonly isPosted?: boolean;
  /** What was typed before, when it could not be taken, and why. */
  readonly entered?: { readonly values: TypedComment; readonly faults: TypedFaults };
}

/**
 * Works as a plain form; awake, it posts without leaving the page, says in a toast what happened and shows the comment
 * above the others.
 */
export function CommentForm({ slug, timeZone, total, isPosted = false, entered }: CommentFormProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isAnswered = useRef(false);
  const [faults, setFaults] = useState<TypedFaults>(entered?.faults ?? {});
  const [isSending, setSending] = useState(false);
  const [posted, setPosted] = useState<readonly PublicComment[]>([]);

  // Disabling took the focus away; it goes to what needs another look, or back to the button.
  useEffect(() => {
    if (!isAnswered.current || isSending) return;
    isAnswered.current = false;
    const wrong = fieldset.current?.querySelector<HTMLElement>('[aria-invalid]');
    (wrong ?? button.current)?.focus();
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Read before the fields are disabled: disabled ones have no data.
    const data = new FormData(form);
    const typed = typedIn(data);
    const found = faultsOf(typed);
    setFaults(found);
    if (Object.keys(found).length > 0) {
      if (isMissing(typed)) toast(MISSING);
      isAnswered.current = true;
      return;
    }
    setSending(true);
    const outcome = await sendComment(slug, data);
    setSending(false);
    isAnswered.current = true;
    if (outcome.state === 'unfit') setFaults(outcome.faults);
    if (outcome.state === 'failed')
      toast({
        ...FAILED,
        kind: 'error',
        ...(outcome.message === undefined ? {} : { description: outcome.message }),
      });
    if (outcome.state !== 'posted') return;
    clearText(form);
    const { comment } = outcome;
    if (document.getElementById(commentAnchor(comment.id)) === null)
      setPosted((before) => [comment, ...before]);
    toast({ ...POSTED, kind: 'success' });
  }

  const isFolded = total >= FOLDED_FROM;
  const isEmpty = total + posted.length === 0 && !isPosted;
  return (
    <>
      <Foldable isFolded={isFolded} isOpen={entered !== undefined}>
        <form
          method="post"
          action={postingPath(slug)}
          className="comment-form mt-6"
          // All that is missing at once: the browser would stop at the first field. Without script it does.
          data-validates=""
          aria-busy={isSending || undefined}
          onSubmit={(event) => void submit(event)}
        >
          <fieldset ref={fieldset} disabled={isSending} className="grid gap-4">
            <Fields entered={entered} faults={faults} />
            <Honeypot />
            <button ref={button} type="submit" className="button justify-self-start">
              {isSending ? 'Posting...' : 'Post Comment'}
            </button>
          </fieldset>
        </form>
      </Foldable>
      <p role="status" className="mt-6 text-sm text-muted empty:hidden">
        {posted.length > 0 && MAY_BE_REVIEWED}
      </p>
      {isEmpty && <p className="mt-10 text-muted">{NONE_YET}</p>}
      {posted.length > 0 && (
        <ol className="-mb-2 mt-6 grid gap-8" aria-label="Posted just now">
          {posted.map((comment) => (
            <CommentItem key={comment.id} comment={comment} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </>
  );
}

interface FoldableProps {
  readonly isFolded: boolean;
  /** Whether it is unfolded from the start. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Keeps a long discussion near its heading. Works without script. */
function Foldable({ isFolded, isOpen, children }: FoldableProps) {
  if (!isFolded) return children;
  return (
    <details className="comment-entry mt-6" open={isOpen || undefined}>
      <summary className="button button-quiet">Write a comment</summary>
      {children}
    </details>
  );
}

interface FieldsProps {
  readonly entered: CommentFormProps['entered'];
  readonly faults: TypedFaults;
}

function Fields({ entered, faults }: FieldsProps) {
  return (
    <>
      <Field
        label="Email"
        name="user_email"
        type="email"
        autoComplete="email"
        maxLength={ADDRESS_LENGTH}
        hint="Your email won't be published."
        error={faults.user_email ?? UNFIT.user_email}
        isInvalid={faults.user_email !== undefined}
        value={entered?.values.user_email ?? ''}
      />
      <Field
        label="Comment"
        name="comment_text"
        type="lines"
        rows={4}
        maxLength={COMMENT_LENGTH}
        error={faults.comment_text ?? UNFIT.comment_text}
        isInvalid={faults.comment_text !== undefined}
        value={entered?.values.comment_text ?? ''}
      />
    </>
  );
}

function typedIn(form: FormData): TypedComment {
  const value = (name: keyof TypedComment) => {
    const entry = form.get(name);
    return typeof entry === 'string' ? entry : '';
  };
  return { user_email: value('user_email'), comment_text: value('comment_text') };
}

/** The address stays for the next one. Resetting first, or the browser would call the empty field a mistake. */
function clearText(form: HTMLFormElement): void {
  const [email, text] = ['user_email', 'comment_text'].map((name) => form.elements.namedItem(name));
  const address = email instanceof HTMLInputElement ? email.value : '';
  form.reset();
  if (email instanceof HTMLInputElement) email.value = address;
  if (text instanceof HTMLTextAreaElement) text.value = '';
}
