import { type ActionOptions, useAction } from "@souk/ui";
import { staleWithProducts } from "../../stale.ts";

/** Run a change that creates, renames or deletes variants; everything that shows the product is refetched. */
export function useOptionAction<A>(options: ActionOptions<undefined, A>) {
  return useAction<undefined, A>({ quiet: true, ...options, refresh: staleWithProducts });
}
