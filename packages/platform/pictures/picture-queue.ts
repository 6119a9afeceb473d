import { refuse } from "@souk/contract";

/** Work on pictures, a few at a time: each takes a core and some memory. */
export interface PictureQueue {
  /** @throws Refusal unavailable when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>;
}

const retryAfterSeconds = 5;

/**
 * @param atOnce how many are worked on
 * @param waiting how many may wait
 */
export function createPictureQueue({ atOnce = 2, waiting = 64 } = {}): PictureQueue {
  const next: (() => void)[] = [];
  let working = 0;

  async function turn(): Promise<void> {
    if (working < atOnce) {
      working += 1;
      return;
    }
    if (next.length >= waiting) refuse("unavailable", { retry_after_s: retryAfterSeconds });
    await new Promise<void>((resolve) => next.push(resolve));
  }

  return {
    async run(work) {
      await turn();
      try {
        return await work();
      } finally {
        // Whoever is next takes this one's place.
        const successor = next.shift();
        if (successor) successor();
        else working -= 1;
      }
    },
  };
}
