import { throwApiError } from "@souk/contract";

/** The maximum number of megapixels a minute in the images of one account. A single image has at most 50 megapixels. */
export const megapixelsPerMinute = 600;

/** A token bucket for each account, with a token for each megapixel. */
interface PixelLimiter {
  /** Take one token if there is one. */
  consume(owner: string): { isAllowed: boolean; retryAfterSeconds: number };
  /** Take this many tokens, even if there are fewer. */
  charge(owner: string, tokens: number): unknown;
}

/** Limits how many megapixels of an account's images are processed a minute, because each costs CPU time. */
export interface PixelBudget {
  /**
   * Charge an image to its owner before it is decoded. An owner may exceed the limit with one image, and then waits longer.
   * @throws ApiError `rate_limited` if the owner has used up the megapixels of the minute, with the time until another image is
   *   accepted
   */
  charge(owner: string, pixels: number): void;
}

/** Create the limit of megapixels a minute. */
export function createPixelBudget(limiter: PixelLimiter): PixelBudget {
  return {
    charge(owner, pixels) {
      const { isAllowed, retryAfterSeconds } = limiter.consume(owner);
      // guard megapixels-a-minute: without it, pixel-budget.test.ts fails
      if (!isAllowed)
        throwApiError("rate_limited", {
          message: `The images of all stores of this store's owner together may have ${megapixelsPerMinute} megapixels a minute. Try again in ${Math.ceil(retryAfterSeconds)} seconds, or send smaller images.`,
          retry_after_s: retryAfterSeconds,
        });
      // `consume` has taken one of the tokens already.
      limiter.charge(owner, pixels / 1_000_000 - 1);
    },
  };
}
