import { type ActionOptions, useAction } from "@souk/ui";
import { staleWithProducts } from "../../stale.ts";

/** A change that makes, renames or deletes variants: everything that shows the product is asked anew. */
export function useOptionAction<A>(options: ActionOptions<undefined, A>) {
  return useAction<undefined, A>({ quiet: true, ...options, refresh: staleWithProducts });
}
