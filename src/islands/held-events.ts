/** What a browser does well on its own, and a click on it need not wait for React. */
const NATIVE =
  'a[href], summary, label, input, select, textarea, option, [popovertarget], [commandfor], [type=submit]';
const INTENT = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'keydown'] as const;

export interface HeldEvents {
  /** Ends the holding and repeats what was held. */
  release(): void;
}

/**
 * Nothing done to an island before it is awake is lost: a click or a submit calls `wake`, is held back, and is repeated
 * after `release`. Signs that something is about to be done call `wake` as well.
 */
export function holdEvents(element: HTMLElement, wake: () => void): HeldEvents {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let repeat: (() => void) | undefined;

  function hold(event: Event, again: () => void): void {
    event.preventDefault();
    event.stopPropagation();
    repeat = again;
    wake();
  }

  element.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      if (isNative(target, element)) wake();
      else hold(event, () => target.dispatchEvent(new MouseEvent('click', event)));
    },
    options,
  );
  element.addEventListener(
    'submit',
    (event) => {
      const { target, submitter } = event;
      if (target instanceof HTMLFormElement) hold(event, () => submit(target, submitter));
    },
    options,
  );
  for (const type of INTENT) element.addEventListener(type, wake, { ...options, passive: true });

  return {
    release() {
      listening.abort();
      repeat?.();
    },
  };
}

function isNative(target: Element, within: Element): boolean {
  const control = target.closest(`${NATIVE}, button`);
  if (control === null || !within.contains(control)) return false;
  if (control.matches(NATIVE)) return true;
  return control instanceof HTMLButtonElement && control.type === 'submit' && control.form !== null;
}

function submit(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (form.isConnected) form.requestSubmit(submitter?.isConnected === true ? submitter : null);
}
