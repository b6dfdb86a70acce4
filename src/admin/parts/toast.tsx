import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

/** What can be done about what a toast says, for a while. */
export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

interface ToastEntry {
  readonly id: number;
  readonly kind: 'success' | 'failure';
  readonly title: string;
  readonly description: string | undefined;
  readonly action: ToastAction | undefined;
}

/** Milliseconds. A failure stays long enough to be read twice. */
const SHOWN = { success: 5_000, failure: 10_000 };
/** Milliseconds for one that offers something: it has to be reached. */
const OFFERED = 10_000;
/** Milliseconds more for one that is being looked at, from the last movement of the pointer. */
const GRACE = 4_000;
const MOST = 3;

let toasts: readonly ToastEntry[] = [];
let sequence = 0;
const listeners = new Set<() => void>();

/** Says that something was done. Callable from anywhere. */
export function toastSuccess(title: string, description?: string, action?: ToastAction): void {
  add('success', title, description, action);
}

/** Says that something failed; read out at once. */
export function toastFailure(title: string, description?: string): void {
  add('failure', title, description);
}

function add(kind: ToastEntry['kind'], title: string, description?: string, action?: ToastAction): void {
  const others = toasts.filter((toast) => toast.title !== title || toast.description !== description);
  show([...others, { id: ++sequence, kind, title, description, action }].slice(-MOST));
}

function dismiss(id: number): void {
  show(toasts.filter((toast) => toast.id !== id));
}

function show(next: readonly ToastEntry[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear. Once, beside everything. Two live regions, there from the start, have them read out. */
export function Toasts() {
  const all = useSyncExternalStore(subscribe, () => toasts);
  const of = (kind: ToastEntry['kind']) =>
    all.filter((toast) => toast.kind === kind).map((toast) => <Toast key={toast.id} toast={toast} />);
  // Beside what dialogs are drawn into, or their ground would lie over it.
  return createPortal(
    <section className="toasts" aria-label="Notifications">
      <Announced role="status">{of('success')}</Announced>
      <Announced role="alert">{of('failure')}</Announced>
    </section>,
    document.body,
  );
}

/** Each is read out when it comes, and the others not once more. */
function Announced({ role, children }: { readonly role: 'status' | 'alert'; readonly children: ReactNode }) {
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
 * Takes no focus, and stays while the focus is on one of them or the pointer moves over them. A pointer that only rests
 * where they appear reads nothing and holds nothing.
 */
function Toast({ toast }: { readonly toast: ToastEntry }) {
  const { id, kind, title, description, action } = toast;
  const shown = action === undefined ? SHOWN[kind] : OFFERED;
  const Icon = kind === 'failure' ? CircleAlert : CircleCheck;
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const all = box.current?.closest('.toasts');
    let movedAt = -Infinity;
    // Browsers also report a pointer over which something has moved; its own movement is then 0.
    const move = (event: Event) => {
      const { movementX, movementY } = event as PointerEvent;
      if (movementX !== 0 || movementY !== 0) movedAt = Date.now();
    };
    const leave = () => {
      const isLookedAt = all?.matches(':focus-within') === true || Date.now() - movedAt < GRACE;
      if (isLookedAt) timer = setTimeout(leave, GRACE);
      else dismiss(id);
    };
    let timer = setTimeout(leave, shown);
    all?.addEventListener('pointermove', move);
    return () => {
      clearTimeout(timer);
      all?.removeEventListener('pointermove', move);
    };
  }, [id, shown]);

  return (
    <div ref={box} className={`toast toast-${kind}`}>
      <span className="toast-icon">
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="toast-words">
        <p className="toast-title">{title}</p>
        {description !== undefined && <p className="toast-description">{description}</p>}
      </div>
      {action !== undefined && (
        <button
          type="button"
          className="button button-quiet button-small"
          onClick={() => {
            dismiss(id);
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
