/** A deadline for several steps, with one timer. When it passes, the action set last is called. */
export class Deadline {
  #timer: NodeJS.Timeout | undefined;
  #action: (() => void) | undefined;
  #hasPassed = false;

  /** @param ms the time from now; the timer runs until `clear` */
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
