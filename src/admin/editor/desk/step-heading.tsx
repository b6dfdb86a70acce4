import { useLayoutEffect, useRef } from 'react';
import type { Step } from '../draft/draft-store.ts';

interface StepHeadingProps {
  readonly id: string;
  readonly step: Step;
  /** The step that is shown. */
  readonly current: Step;
  readonly title: string;
}

/** Gets the focus when its step is reached from the other one, so that nobody is left at a button that is gone. */
export function StepHeading({ id, step, current, title }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Where every editor begins.
  const previous = useRef<Step>(1);

  // Before the next frame, in which the first field with an error may take the focus over.
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
