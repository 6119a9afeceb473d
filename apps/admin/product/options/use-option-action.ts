import { type ActionOptions, useAction } from "@souk/ui";
import { queriesShowingProducts } from "../../queries-showing-products.ts";

/** Return an action that changes options or variants and then refetches all queries that contain products. */
export function useOptionAction<A>(options: ActionOptions<undefined, A>) {
  return useAction<undefined, A>({ quiet: true, ...options, refresh: queriesShowingProducts });
}
