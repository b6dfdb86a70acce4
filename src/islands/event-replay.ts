/** Controls the browser handles without script. A click on one of them does not wait for hydration. */
const NATIVE_CONTROLS =
  'a[href], summary, label, input, select, textarea, option, [popovertarget], [commandfor], [type=submit]';
/** Events that show a user is about to interact. They start hydration and are not captured. */
const INTENT_EVENTS = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'keydown'] as const;

export interface EventReplay {
  /** Stops capturing and dispatches the last captured event again. */
  replay(): void;
}

/**
 * Captures user input on an island that is not hydrated yet. A click or a submit calls `hydrate`, is cancelled, and is
 * dispatched again by `replay`. Intent events, such as pointing at the island, call `hydrate` as well.
 */
export function captureEvents(element: HTMLElement, hydrate: () => void): EventReplay {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  let replayLast: (() => void) | undefined;

  function capture(event: Event, replay: () => void): void {
    event.preventDefault();
    event.stopPropagation();
    replayLast = replay;
    hydrate();
  }

  element.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      if (isHandledNatively(target, element)) hydrate();
      else capture(event, () => target.dispatchEvent(new MouseEvent('click', event)));
    },
    options,
  );
  element.addEventListener(
    'submit',
    (event) => {
      const { target, submitter } = event;
      if (target instanceof HTMLFormElement) capture(event, () => submit(target, submitter));
    },
    options,
  );
  for (const type of INTENT_EVENTS) element.addEventListener(type, hydrate, { ...options, passive: true });

  return {
    replay() {
      controller.abort();
      replayLast?.();
    },
  };
}

function isHandledNatively(target: Element, within: Element): boolean {
  const control = target.closest(`${NATIVE_CONTROLS}, button`);
  if (control === null || !within.contains(control)) return false;
  if (control.matches(NATIVE_CONTROLS)) return true;
  return control instanceof HTMLButtonElement && control.type === 'submit' && control.form !== null;
}

function submit(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (form.isConnected) form.requestSubmit(submitter?.isConnected === true ? submitter : null);
}
