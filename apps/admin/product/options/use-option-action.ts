import { type ActionOptions, useAction } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { refreshProduct } from "../refresh-product.ts";

/** A change that makes, renames or deletes variants: everything that shows the product is asked anew. */
export function useOptionAction<A>(productId: number, options: ActionOptions<undefined, A>) {
  const queries = useQueryClient();
  return useAction<undefined, A>({
    quiet: true,
    ...options,
    onDone: (answer, input) => {
      options.onDone?.(answer, input);
      void refreshProduct(queries, productId);
    },
  });
}
