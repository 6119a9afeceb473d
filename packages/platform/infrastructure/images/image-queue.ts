import { throwApiError } from "@souk/contract";

/** A queue that processes a few images at a time: each takes a core and some memory. */
export interface ImageQueue {
  /** Run the work when its turn comes. @throws ApiError unavailable when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>;
}

const retryAfterSeconds = 5;

/**
 * Create a queue for work on images.
 * @param atOnce how many run at a time
 * @param waiting how many may wait
 */
export function createImageQueue({ atOnce = 2, waiting = 64 } = {}): ImageQueue {
  const next: (() => void)[] = [];
  let working = 0;

  async function turn(): Promise<void> {
    if (working < atOnce) {
      working += 1;
      return;
    }
    if (next.length >= waiting) throwApiError("unavailable", { retry_after_s: retryAfterSeconds });
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
