import { ApiError, type FieldProblem, fieldProblem } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import { type ImageIntake, type NewImage, prepareImages } from "../../../catalog/index.ts";
import type { ProductPlan } from "../plan/product-plan.ts";

/** A stored image that waits for its record; or why it could not be stored. */
export type FetchedImage = { ok: true; image: NewImage } | { ok: false; problem: FieldProblem };

/** The fetched images of products, by handle and URL. */
export interface FetchedImages {
  of(handle: string, url: string): FetchedImage | undefined;
}

export const noImages: FetchedImages = { of: () => undefined };

/** Fetches the images that plans add. */
export type FetchImages = (
  db: Queryable,
  store: Store,
  request: { plans: readonly ProductPlan[]; signal: AbortSignal },
) => Promise<FetchedImages>;

/**
 * The maximum number of images of one import that are fetched at once, since the rest of the store fetches
 * too.
 */
const atOnce = 6;

/** Create the function that fetches images through the same intake as all images. */
export function createFetchImages(intake: ImageIntake): FetchImages {
  const fetchOne = async (db: Queryable, store: Store, url: string): Promise<FetchedImage> => {
    try {
      const [image] = await prepareImages(intake, db, { store, source: { urls: [url] } });
      return image ? { ok: true, image } : { ok: false, problem: fieldProblem("not_fetched", { url }) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "invalid") throw error;
      const [problem = fieldProblem("not_fetched", { url })] = error.details.fields ?? [];
      return { ok: false, problem };
    }
  };
  return async (db, store, { plans, signal }) => {
    const waiting = plans.flatMap((plan) =>
      plan.kind === "unchanged" ? [] : plan.image_urls.map((url) => ({ handle: plan.draft.handle, url })),
    );
    const fetched = new Map<string, FetchedImage>();
    const work = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined && !signal.aborted; next = waiting.pop())
        fetched.set(`${next.handle} ${next.url}`, await fetchOne(db, store, next.url));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return { of: (handle, url) => fetched.get(`${handle} ${url}`) };
  };
}
