import { toast, useAdminConsole } from "@souk/ui";
import { useRef, useState } from "react";
import { useRefreshProducts } from "../../queries-showing-products.ts";
import { texts } from "../../texts.ts";
import type { ProductImage } from "../product-queries.ts";

/**
 * Return a product's images in their order, and the function that moves an image. The new order is shown immediately; once
 * all moves are saved, the order that the API returns is shown.
 */
export function useImageOrder(productId: number, images: readonly ProductImage[]) {
  const admin = useAdminConsole();
  const refresh = useRefreshProducts();
  const [unsavedOrder, setUnsavedOrder] = useState<readonly number[] | null>(null);
  // An image can be moved again while a move is being saved, so moves are sent one after another.
  const pendingMoves = useRef<Promise<unknown>>(Promise.resolve());
  const saveMove = async (id: number, position: number) => {
    await admin.images
      .update({ params: { product_id: productId, id }, body: { position } })
      .then(() => toast.done(texts.productImages.moved), toast.failed);
  };
  const move = (
    reorderedImages: readonly ProductImage[],
    { id, position }: { id: number; position: number },
  ) => {
    setUnsavedOrder(reorderedImages.map((image) => image.id));
    const thisMove = pendingMoves.current.then(() => saveMove(id, position));
    pendingMoves.current = thisMove;
    void thisMove.then(async () => {
      // While a later move is pending, keep showing the unsaved order. The last move loads the API's order.
      if (pendingMoves.current !== thisMove) return;
      // Show the API's order even if a move was rejected.
      await refresh();
      if (pendingMoves.current === thisMove) setUnsavedOrder(null);
    });
  };
  const orderedImages =
    unsavedOrder === null
      ? images
      : images.toSorted((a, b) => unsavedOrder.indexOf(a.id) - unsavedOrder.indexOf(b.id));
  return { orderedImages, move };
}
