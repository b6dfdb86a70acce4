/** Waiting that can be cut short. A ring while nobody waits is not lost: the next waiting is over at once. */
export class Alarm {
  #rung = false;
  #end: (() => void) | undefined;

  ring(): void {
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
