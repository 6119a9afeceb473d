import { toast, useAdminConsole } from "@souk/ui";
import { useRef, useState } from "react";
import { useRefreshProducts } from "../../stale.ts";
import { texts } from "../../texts.ts";
import type { ProductImage } from "../product-queries.ts";

/** Keep the order of a product's images: as just dragged, until the platform has answered all moves. */
export function useImageOrder(productId: number, images: readonly ProductImage[]) {
  const admin = useAdminConsole();
  const refresh = useRefreshProducts();
  const [dragged, setDragged] = useState<readonly number[] | null>(null);
  // An image can be moved again while its previous move is pending: moves are sent in turn.
  const moves = useRef<Promise<unknown>>(Promise.resolve());
  const send = async (id: number, position: number) => {
    await admin.images
      .update({ params: { product_id: productId, id }, body: { position } })
      .then(() => toast.done(texts.productImages.moved), toast.failed);
  };
  const move = (next: readonly ProductImage[], { id, position }: { id: number; position: number }) => {
    setDragged(next.map((image) => image.id));
    const last = moves.current.then(() => send(id, position));
    moves.current = last;
    void last.then(async () => {
      if (moves.current !== last) return;
      // Rejected or not, the platform's order is shown.
      await refresh();
      if (moves.current === last) setDragged(null);
    });
  };
  const ordered =
    dragged === null ? images : images.toSorted((a, b) => dragged.indexOf(a.id) - dragged.indexOf(b.id));
  return { ordered, move };
}
