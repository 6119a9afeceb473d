import { useAction, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ProductImage } from "../product-queries.ts";
import { strings } from "./strings.ts";

/** The order of a product's pictures: as it was just dragged, until the platform's own answer is there. */
export function useImageOrder(productId: number, images: readonly ProductImage[]) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const [dragged, setDragged] = useState<readonly number[] | null>(null);
  const { start } = useAction<{ id: number; position: number }>({
    run: ({ id, position }) =>
      admin.images
        .update({ params: { product_id: productId, id }, body: { position } })
        // Refused or not, what the platform has is shown.
        .finally(() => queries.invalidateQueries({ queryKey: ["product", productId] }))
        .finally(() => setDragged(null)),
    done: strings.moved,
    refresh: [["products"]],
  });
  const ordered =
    dragged === null ? images : images.toSorted((a, b) => dragged.indexOf(a.id) - dragged.indexOf(b.id));
  const move = (next: readonly ProductImage[], change: { id: number; position: number }) => {
    setDragged(next.map(({ id }) => id));
    start(change);
  };
  return { ordered, move };
}
