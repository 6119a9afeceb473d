import type pg from "pg";

/** Waits for the answers of one connection, which come one at a time. */
class AnswerWatch {
  #timer: NodeJS.Timeout | undefined;
  #afterMs = 0;
  #giveUp: (() => void) | undefined;

  begin(afterMs: number, giveUp: () => void): void {
    this.#giveUp = giveUp;
    if (this.#timer && this.#afterMs === afterMs) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#afterMs = afterMs;
    this.#timer = setTimeout(() => this.#giveUp?.(), afterMs);
    this.#timer.unref();
  }

  end(): void {
    this.#giveUp = undefined;
  }
}

const watches = new WeakMap<pg.ClientBase, AnswerWatch>();

/**
 * The watch of a connection. It has one timer, put forward by each statement: pg's own `query_timeout` makes a timer for
 * every statement, and what is left of those keeps the answers in memory until a full collection of garbage.
 */
export function watchOf(client: pg.ClientBase): AnswerWatch {
  const known = watches.get(client);
  if (known) return known;
  const watch = new AnswerWatch();
  watches.set(client, watch);
  return watch;
}
