import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ADDRESS_MAX_LENGTH, isEmailAddress } from '#platform/mail/email-address.ts';
import { COMMENT_MAX_LENGTH, type PublicComment } from '#domain/comments/comment.ts';
import {
  validateComment,
  hasMissingField,
  type CommentInput,
  type CommentFieldErrors,
  INVALID_FIELD_MESSAGES,
  MISSING_EMAIL_MESSAGE,
} from '#domain/comments/comment-input.ts';
import { toast } from '#islands/toast.ts';
import { Field } from '#ui/field.tsx';
import { Honeypot } from '../components/honeypot.tsx';
import { CommentItem } from './comment-item.tsx';
import { commentAnchor, postCommentPath } from './comment-paths.ts';
import {
  FAILED_TOAST,
  MAY_BE_REVIEWED,
  FIELDS_MISSING_TOAST,
  NO_COMMENTS,
  POSTED_TOAST,
} from './comment-messages.ts';
import { sendComment } from './send-comment.ts';

/** Number of comments from which on the form is collapsed. */
const COLLAPSE_THRESHOLD = 10;

export interface CommentFormProps {
  readonly slug: string;
  readonly timeZone: string;
  /** Number of comments on the article when the page was rendered. */
  readonly total: number;
  /** The page confirms a comment that was posted without script. */
  readonly isPosted?: boolean;
  /** The values and errors of a refused submission. */
  readonly entered?: { readonly values: CommentInput; readonly fieldErrors: CommentFieldErrors };
}

/**
 * Works as a plain form. Once hydrated, it posts without leaving the page, shows the result in a toast and the new comment
 * above the others.
 */
export function CommentForm({ slug, timeZone, total, isPosted = false, entered }: CommentFormProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const needsFocus = useRef(false);
  const [fieldErrors, setFieldErrors] = useState<CommentFieldErrors>(entered?.fieldErrors ?? {});
  const [isSending, setSending] = useState(false);
  const [posted, setPosted] = useState<readonly PublicComment[]>([]);

  // Disabling the fieldset dropped the focus. It moves to the first invalid field, or back to the button.
  useEffect(() => {
    if (!needsFocus.current || isSending) return;
    needsFocus.current = false;
    const invalidField = fieldset.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (invalidField ?? button.current)?.focus();
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Read before the fieldset is disabled: FormData excludes disabled fields.
    const data = new FormData(form);
    const input = readCommentInput(data);
    const errors = validateComment(input);
    setFieldErrors(errors);
    if (Object.keys(errors).length > 0) {
      if (hasMissingField(input)) toast({ ...FIELDS_MISSING_TOAST, kind: 'error', topic: 'comment' });
      needsFocus.current = true;
      return;
    }
    setSending(true);
    const result = await sendComment(slug, data);
    setSending(false);
    needsFocus.current = true;
    if (result.state === 'invalid') setFieldErrors(result.fieldErrors);
    if (result.state === 'failed')
      toast({
        ...FAILED_TOAST,
        kind: 'error',
        topic: 'comment',
        ...(result.message === undefined ? {} : { description: result.message }),
      });
    if (result.state !== 'posted') return;
    clearText(form);
    const { comment } = result;
    if (document.getElementById(commentAnchor(comment.id)) === null)
      setPosted((before) => [comment, ...before]);
    toast({ ...POSTED_TOAST, kind: 'success', topic: 'comment' });
  }

  const isCollapsible = total >= COLLAPSE_THRESHOLD;
  const isEmpty = total + posted.length === 0 && !isPosted;
  return (
    <>
      <Collapsible isCollapsible={isCollapsible} isOpen={entered !== undefined}>
        <form
          method="post"
          action={postCommentPath(slug)}
          className="comment-form mt-6"
          // The form and the server show all errors at once. The browser would stop at the first field, also before
          // the script has loaded.
          noValidate
          aria-busy={isSending || undefined}
          onSubmit={(event) => void submit(event)}
        >
          <fieldset ref={fieldset} disabled={isSending} className="grid gap-4">
            <legend className="visually-hidden">Your comment</legend>
            <Fields entered={entered} fieldErrors={fieldErrors} />
            <Honeypot />
            <button ref={button} type="submit" className="button justify-self-start">
              {isSending ? 'Posting...' : 'Post Comment'}
            </button>
          </fieldset>
        </form>
      </Collapsible>
      <p role="status" className="mt-6 text-sm text-muted empty:hidden">
        {posted.length > 0 && MAY_BE_REVIEWED}
      </p>
      {isEmpty && <p className="mt-10 text-muted">{NO_COMMENTS}</p>}
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

interface CollapsibleProps {
  readonly isCollapsible: boolean;
  /** Whether it is expanded initially. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Collapses the form so that a long discussion starts near its heading. Works without script. */
function Collapsible({ isCollapsible, isOpen, children }: CollapsibleProps) {
  if (!isCollapsible) return children;
  return (
    <details className="comment-entry mt-6" open={isOpen || undefined}>
      <summary className="button button-secondary">Write a comment</summary>
      {children}
    </details>
  );
}

interface FieldsProps {
  readonly entered: CommentFormProps['entered'];
  readonly fieldErrors: CommentFieldErrors;
}

function Fields({ entered, fieldErrors }: FieldsProps) {
  return (
    <>
      <Field
        label="Email"
        name="user_email"
        type="email"
        accepts={isEmailAddress}
        autoComplete="email"
        placeholder="you@example.com"
        maxLength={ADDRESS_MAX_LENGTH}
        hint="Your email won't be published."
        error={fieldErrors.user_email ?? <EmailError />}
        isInvalid={fieldErrors.user_email !== undefined}
        value={entered?.values.user_email ?? ''}
      />
      <Field
        label="Comment"
        name="comment_text"
        type="textarea"
        rows={4}
        maxLength={COMMENT_MAX_LENGTH}
        error={fieldErrors.comment_text ?? INVALID_FIELD_MESSAGES.comment_text}
        isInvalid={fieldErrors.comment_text !== undefined}
        value={entered?.values.comment_text ?? ''}
      />
    </>
  );
}

/** The error that the style sheet shows where no script has checked the address: one for an empty field, one for others. */
function EmailError() {
  return (
    <>
      <span className="error-if-empty">{MISSING_EMAIL_MESSAGE}</span>
      <span className="error-if-filled">{INVALID_FIELD_MESSAGES.user_email}</span>
    </>
  );
}

function readCommentInput(form: FormData): CommentInput {
  const value = (name: keyof CommentInput) => {
    const entry = form.get(name);
    return typeof entry === 'string' ? entry : '';
  };
  return { user_email: value('user_email'), comment_text: value('comment_text') };
}

/**
 * Clears the text and keeps the address for the next comment. The text is cleared by the reset alone, after which the empty
 * field does not match :user-invalid. Firefox 115 matches it again when the value is set afterwards.
 */
function clearText(form: HTMLFormElement): void {
  const [email, text] = ['user_email', 'comment_text'].map((name) => form.elements.namedItem(name));
  const address = email instanceof HTMLInputElement ? email.value : '';
  if (text instanceof HTMLTextAreaElement) text.defaultValue = '';
  form.reset();
  if (email instanceof HTMLInputElement) email.value = address;
}
