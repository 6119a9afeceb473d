/** One deadline for several steps. When it passes, it calls the action that was set last. */
export class Deadline {
  #timer: NodeJS.Timeout | undefined;
  #action: (() => void) | undefined;
  #hasPassed = false;

  /** @param ms the time until the deadline, in milliseconds; `clear` stops the timer */
  constructor(ms: number) {
    this.#timer = setTimeout(() => {
      this.#hasPassed = true;
      // guard deadline: without it, safe-send-limits.slow.test.ts fails
      this.#action?.();
    }, ms);
  }

  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  /**
   * Set the action that the deadline triggers, instead of the previous one.
   *
   * @param action called once: when the deadline passes, or immediately if it has already passed
   */
  setAction(action: () => void): void {
    this.#action = action;
    // guard deadline, another part: the test fails only if this is missing too
    if (this.#hasPassed) action();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#action = undefined;
  }
}
