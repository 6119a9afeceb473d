import { ConfirmButton, useAdminConsole, useStore } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { staleWithProducts } from "../stale.ts";
import type { Product } from "./product-queries.ts";
import { strings } from "./strings.ts";

/** Deletes a product, with what is lost said first. */
export function DeleteProduct({ product: { id, title } }: { product: Product }) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const words = strings.delete;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title(title)}
      confirm={words.confirm}
      done={words.done(title)}
      onConfirm={() => admin.products.delete({ params: { id } })}
      refresh={staleWithProducts}
      onDone={() => {
        // What was not saved is gone with the product: nothing is asked about it.
        void navigate({ to: `/${handle}/products`, ignoreBlocker: true });
        queries.removeQueries({ queryKey: ["product", id] });
      }}
    >
      {words.text}
    </ConfirmButton>
  );
}
