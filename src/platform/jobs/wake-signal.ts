/** A wait that can be ended early. A `wake` without a waiter is not lost: the next `wait` then returns at once. */
export class WakeSignal {
  #rung = false;
  #end: (() => void) | undefined;

  wake(): void {
    this.#rung = true;
    this.#end?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#rung = false;
    this.#end = undefined;
  }
}
