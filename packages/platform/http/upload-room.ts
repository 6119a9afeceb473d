import { refuse } from "@souk/contract";

/** What the files of one caller that are here at once may take of the disk, in bytes: two of the largest kind. */
const bytesEach = 1024 * 1024 * 1024;

const retryAfterSeconds = 5;

/** Keeps a caller from filling the disk with files of which each is as large as it may be. */
export interface UploadRoom {
  /**
   * Holds so many bytes for a caller while something is done.
   * @throws Refusal rate_limited when its other files leave no room
   */
  hold<T>(caller: string, bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createUploadRoom(most = bytesEach): UploadRoom {
  const held = new Map<string, number>();
  const add = (caller: string, bytes: number): void => {
    const now = (held.get(caller) ?? 0) + bytes;
    if (now === 0) held.delete(caller);
    else held.set(caller, now);
  };
  return {
    async hold(caller, bytes, work) {
      if ((held.get(caller) ?? 0) + bytes > most)
        refuse("rate_limited", {
          message: "Too many files at once; send the next when one of these is answered.",
          retry_after_s: retryAfterSeconds,
        });
      add(caller, bytes);
      try {
        return await work();
      } finally {
        add(caller, -bytes);
      }
    },
  };
}
