import { useLayoutEffect, useRef } from 'react';
import type { Step } from '../draft/draft-store.ts';

interface StepHeadingProps {
  readonly id: string;
  readonly step: Step;
  /** The step that is shown. */
  readonly current: Step;
  readonly title: string;
}

/** Receives the focus when its step becomes current, because the button that had the focus may be gone. */
export function StepHeading({ id, step, current, title }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Every editor starts at step 1.
  const previous = useRef<Step>(1);

  // A layout effect: in the next animation frame `focusFirstError` may move the focus to a field.
  useLayoutEffect(() => {
    if (current === step && previous.current !== current) heading.current?.focus();
    previous.current = current;
  }, [current, step]);

  return (
    <header className="step-heading">
      <p className="eyebrow">Step {step} of 2</p>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {title}
      </h2>
    </header>
  );
}
