import { toast, useAdminConsole } from "@souk/ui";
import { useRef, useState } from "react";
import { useRefreshProducts } from "../../stale.ts";
import type { ProductImage } from "../product-queries.ts";
import { strings } from "./strings.ts";

/** The order of a product's pictures: as they were just dragged, until the platform's own answer to all of it is there. */
export function useImageOrder(productId: number, images: readonly ProductImage[]) {
  const admin = useAdminConsole();
  const refresh = useRefreshProducts();
  const [dragged, setDragged] = useState<readonly number[] | null>(null);
  // A picture can be moved on while its former move is under way: they are sent in turn.
  const moves = useRef<Promise<unknown>>(Promise.resolve());
  const send = async (id: number, position: number) => {
    await admin.images
      .update({ params: { product_id: productId, id }, body: { position } })
      .then(() => toast.done(strings.moved), toast.failed);
  };
  const move = (next: readonly ProductImage[], { id, position }: { id: number; position: number }) => {
    setDragged(next.map((image) => image.id));
    const last = moves.current.then(() => send(id, position));
    moves.current = last;
    void last.then(async () => {
      if (moves.current !== last) return;
      // Refused or not, what the platform has is shown.
      await refresh();
      if (moves.current === last) setDragged(null);
    });
  };
  const ordered =
    dragged === null ? images : images.toSorted((a, b) => dragged.indexOf(a.id) - dragged.indexOf(b.id));
  return { ordered, move };
}
