/** One deadline for several steps. When it passes, it calls the action that was set last. */
export class Deadline {
  #timer: NodeJS.Timeout | undefined;
  #action: (() => void) | undefined;
  #hasPassed = false;

  /** @param ms the time until the deadline; `clear` stops the timer */
  constructor(ms: number) {
    this.#timer = setTimeout(() => {
      this.#hasPassed = true;
      // guard: deadline: safe-send-limits.slow.test.ts
      this.#action?.();
    }, ms);
  }

  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  /**
   * Set the action that the deadline triggers, instead of the previous one.
   *
   * @param action called once when the deadline passes, immediately if it has passed
   */
  setAction(action: () => void): void {
    this.#action = action;
    // guard: deadline
    if (this.#hasPassed) action();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#action = undefined;
  }
}
