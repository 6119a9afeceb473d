/** A moment after which whatever is being waited for is given up. One timer, whatever the number of steps. */
export class Deadline {
  #timer: NodeJS.Timeout | undefined;
  #giveUp: (() => void) | undefined;
  #passed = false;

  /** @param ms from now; runs until it is cleared */
  constructor(ms: number) {
    this.#timer = setTimeout(() => {
      this.#passed = true;
      this.#giveUp?.();
    }, ms);
  }

  get passed(): boolean {
    return this.#passed;
  }

  /**
   * Names what is being waited for now, in place of what was before.
   *
   * @param giveUp called once when the moment comes, at once when it has passed
   */
  guard(giveUp: () => void): void {
    this.#giveUp = giveUp;
    if (this.#passed) giveUp();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#giveUp = undefined;
  }
}
