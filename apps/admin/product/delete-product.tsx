import { ConfirmButton, useAdminConsole, usePageNavigation } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { toStorePage } from "../page-urls.ts";
import { queriesShowingProducts } from "../queries-showing-products.ts";
import { texts } from "../texts.ts";
import type { Product } from "./product-queries.ts";

/** Show the button that deletes a product after a confirmation, then opens the product list. */
export function DeleteProduct({ product: { id, title } }: { product: Product }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const queryClient = useQueryClient();
  const words = texts.product.delete;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ name: title })}
      confirm={words.confirm}
      done={words.done({ name: title })}
      onConfirm={() => admin.products.delete({ params: { id } })}
      refresh={queriesShowingProducts}
      onDone={() => {
        // Skip the warning about unsaved changes, because the product they belong to is deleted.
        goTo(toStorePage("/products"), { ignoreBlocker: true });
        queryClient.removeQueries({ queryKey: ["product", id] });
      }}
    >
      {words.text}
    </ConfirmButton>
  );
}
