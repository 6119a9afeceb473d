import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, type FieldProblem, fieldProblem } from "@souk/contract";
import type { Database } from "@souk/database";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import { type ImageIntake, type NewImage, prepareImages } from "../../../catalog/index.ts";
import type { ProductPlan } from "../plan/product-plan.ts";

/** A stored image that has no database record yet, or the reason why it could not be fetched. */
export type FetchedImage = { ok: true; image: NewImage } | { ok: false; problem: FieldProblem };

/** The fetched images of products, by handle and URL. */
export interface FetchedImages {
  get(handle: string, url: string): FetchedImage | undefined;
}

/** The result if no images need to be fetched. */
export const noImages: FetchedImages = { get: () => undefined };

/** Fetches and stores the images that plans add. */
export type FetchImages = (
  db: Database,
  store: Store,
  request: { plans: readonly ProductPlan[]; signal: AbortSignal },
) => Promise<FetchedImages>;

/**
 * The maximum number of images that one import fetches at the same time, so that the import does not block other requests that fetch
 * images.
 */
const maxConcurrentFetches = 6;

/** Do the work. If the limit of megapixels per minute is exceeded, wait and try again, until the work is done or the import stops. */
async function retryWhileRateLimited<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "rate_limited") throw error;
      await sleep((error.details.retry_after_s ?? 1) * 1_000, undefined, { signal });
    }
  }
}

/** Create the function that fetches the images of an import. */
export function createImageFetcher(intake: ImageIntake): FetchImages {
  const fetchImage = async (
    db: Database,
    store: Store,
    { url, signal }: { url: string; signal: AbortSignal },
  ): Promise<FetchedImage> => {
    try {
      const source = { urls: [url] };
      const [image] = await retryWhileRateLimited(() => prepareImages(intake, db, { store, source }), signal);
      return image ? { ok: true, image } : { ok: false, problem: fieldProblem("not_fetched", { url }) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "quota_exceeded" || error.code === "storage_full")
        return {
          ok: false,
          problem: fieldProblem("not_fetched", { url }, `{field} could not be stored. ${error.message}`),
        };
      if (error.code !== "invalid") throw error;
      const [problem = fieldProblem("not_fetched", { url })] = error.details.fields ?? [];
      return { ok: false, problem };
    }
  };
  return async (db, store, { plans, signal }) => {
    const pendingImages = plans.flatMap((plan) =>
      plan.kind === "unchanged" ? [] : plan.image_urls.map((url) => ({ handle: plan.draft.handle, url })),
    );
    const fetchedImages = new Map<string, FetchedImage>();
    const fetchPendingImages = async (): Promise<void> => {
      while (!signal.aborted) {
        const pendingImage = pendingImages.pop();
        if (pendingImage === undefined) return;
        const { handle, url } = pendingImage;
        fetchedImages.set(`${handle} ${url}`, await fetchImage(db, store, { url, signal }));
      }
    };
    await Promise.all(Array.from({ length: maxConcurrentFetches }, fetchPendingImages));
    return { get: (handle, url) => fetchedImages.get(`${handle} ${url}`) };
  };
}
