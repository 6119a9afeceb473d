import { Refusal } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../../../routing/call.ts";
import { type NewImage, type PictureIntake, prepareImages } from "../../../catalog/index.ts";
import type { ProductPlan } from "../plan/product-plan.ts";

/** An image that is in the storage, waiting for its record; or why it is not. */
export type FetchedImage = { ok: true; image: NewImage } | { ok: false; message: string };

/** What was fetched for products, by handle and address. */
export interface FetchedImages {
  of(handle: string, url: string): FetchedImage | undefined;
}

export const noImages: FetchedImages = { of: () => undefined };

/** Fetches the images that plans add. */
export type FetchImages = (
  run: Queryable,
  store: Store,
  wanted: { plans: readonly ProductPlan[]; signal: AbortSignal },
) => Promise<FetchedImages>;

/** Images of one import that are fetched at once: the rest of the shop fetches too. */
const atOnce = 6;

/** Makes the function that fetches images through the door that all pictures come in by. */
export function createFetchImages(intake: PictureIntake): FetchImages {
  const fetchOne = async (run: Queryable, store: Store, url: string): Promise<FetchedImage> => {
    try {
      const [image] = await prepareImages(intake, run, { store, source: { urls: [url] } });
      return image ? { ok: true, image } : { ok: false, message: "could not be fetched." };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "invalid") throw error;
      return { ok: false, message: error.details.fields?.[0]?.message ?? error.message };
    }
  };
  return async (run, store, { plans, signal }) => {
    const waiting = plans.flatMap((plan) =>
      plan.kind === "unchanged" ? [] : plan.image_urls.map((url) => ({ handle: plan.draft.handle, url })),
    );
    const fetched = new Map<string, FetchedImage>();
    const work = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined && !signal.aborted; next = waiting.pop())
        fetched.set(`${next.handle} ${next.url}`, await fetchOne(run, store, next.url));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return { of: (handle, url) => fetched.get(`${handle} ${url}`) };
  };
}
