import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

/** A button in a toast. */
export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
  /** Called when the toast disappears in another way: what can be undone no longer can. Not called when the page is closed. */
  readonly onExpire?: () => void;
}

interface ToastEntry {
  readonly id: number;
  readonly kind: 'success' | 'failure';
  readonly title: string;
  readonly description: string | undefined;
  readonly action: ToastAction | undefined;
}

/** Milliseconds until a toast disappears. A failure stays long enough to be read twice. */
const DURATION_MS = { success: 5_000, failure: 10_000 };
/** Milliseconds until a toast with an action disappears, so that users have time to reach the button. */
const ACTION_DURATION_MS = 10_000;
/** Milliseconds by which focus or a pointer movement over the toasts delays the disappearance. */
const HOVER_EXTENSION_MS = 4_000;
/** Milliseconds between two checks whether a toast disappears. */
const TICK_MS = 500;
/** Modal: a toast cannot be reached with the keyboard while one is open. */
const OPEN_DIALOG = ':is([role="dialog"], [role="alertdialog"])[data-open]';
const MAX_TOASTS = 3;

let toasts: readonly ToastEntry[] = [];
let sequence = 0;
const listeners = new Set<() => void>();

/** Shows a success toast. Can be called outside of React. */
export function toastSuccess(title: string, description?: string, action?: ToastAction): void {
  add('success', title, description, action);
}

/** Shows an error toast, which screen readers announce immediately. */
export function toastFailure(title: string, description?: string): void {
  add('failure', title, description);
}

/** Ends all error toasts: what they say no longer holds. */
export function dismissFailures(): void {
  show(toasts.filter(({ kind }) => kind !== 'failure'));
}

/** Returns a function that ends the error toast that was shown last, if there is one. */
export function latestFailure(): () => void {
  const id = toasts.findLast(({ kind }) => kind === 'failure')?.id;
  return () => id !== undefined && dismiss(id);
}

function add(kind: ToastEntry['kind'], title: string, description?: string, action?: ToastAction): void {
  const others = toasts.filter((toast) => toast.title !== title || toast.description !== description);
  show([...others, { id: ++sequence, kind, title, description, action }].slice(-MAX_TOASTS));
}

function dismiss(id: number): void {
  show(toasts.filter((toast) => toast.id !== id));
}

function act({ id, action }: ToastEntry): void {
  show(
    toasts.filter((toast) => toast.id !== id),
    id,
  );
  action?.onClick();
}

/** @param used the toast whose action was chosen */
function show(next: readonly ToastEntry[], used?: number): void {
  const expired = toasts.filter((toast) => toast.id !== used && !next.includes(toast));
  toasts = next;
  for (const listener of listeners) listener();
  for (const { action } of expired) action?.onExpire?.();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders the toasts; used once. Both live regions are always present: screen readers may not announce a new one. */
export function Toasts() {
  const all = useSyncExternalStore(subscribe, () => toasts);
  const of = (kind: ToastEntry['kind']) =>
    all.filter((toast) => toast.kind === kind).map((toast) => <Toast key={toast.id} toast={toast} />);
  // A child of the body, like the portals of dialogs. Otherwise the backdrop of a dialog would cover the toasts.
  return createPortal(
    <section className="toasts" aria-label="Notifications">
      <LiveRegion role="status">{of('success')}</LiveRegion>
      <LiveRegion role="alert">{of('failure')}</LiveRegion>
    </section>,
    document.body,
  );
}

/** Screen readers announce only added toasts, not the whole region. */
function LiveRegion({ role, children }: { readonly role: 'status' | 'alert'; readonly children: ReactNode }) {
  return (
    <div
      role={role}
      aria-live={role === 'alert' ? 'assertive' : 'polite'}
      aria-atomic="false"
      aria-relevant="additions"
    >
      {children}
    </div>
  );
}

/**
 * Does not take the focus. Stays while a toast has the focus or while the pointer moves over the toasts. A resting
 * pointer does not count, because it may rest there by chance. The time of a toast with an action starts again when a dialog
 * has been closed.
 */
function Toast({ toast }: { readonly toast: ToastEntry }) {
  const { id, kind, title, description, action } = toast;
  const hasAction = action !== undefined;
  const duration = hasAction ? ACTION_DURATION_MS : DURATION_MS[kind];
  const Icon = kind === 'failure' ? CircleAlert : CircleCheck;
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const all = element.current?.closest('.toasts');
    let remaining = duration;
    const extend = () => {
      remaining = Math.max(remaining, HOVER_EXTENSION_MS);
    };
    // Browsers also fire `pointermove` when content moves under a resting pointer. The movement is then 0.
    const move = (event: Event) => {
      const { movementX, movementY } = event as PointerEvent;
      if (movementX !== 0 || movementY !== 0) extend();
    };
    const tick = () => {
      remaining -= TICK_MS;
      if (hasAction && document.querySelector(OPEN_DIALOG) !== null) remaining = duration;
      else if (all?.matches(':focus-within') === true) extend();
      else if (remaining <= 0) dismiss(id);
    };
    const timer = setInterval(tick, TICK_MS);
    all?.addEventListener('pointermove', move);
    return () => {
      clearInterval(timer);
      all?.removeEventListener('pointermove', move);
    };
  }, [id, duration, hasAction]);

  return (
    <div ref={element} className={`toast toast-${kind}`}>
      <span className="toast-icon">
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="toast-text">
        <p className="toast-title">{title}</p>
        {description !== undefined && <p className="toast-description">{description}</p>}
      </div>
      {action !== undefined && (
        <button type="button" className="button button-secondary button-small" onClick={() => act(toast)}>
          {action.label}
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
