import { toast, useAction, useAdminConsole } from "@souk/ui";
import { queriesShowingProducts } from "../../queries-showing-products.ts";
import { texts } from "../../texts.ts";
import type { CollectionMember } from "./collection-queries.ts";

interface Move {
  /** The product to move. Its `collect` is not null; products that a search found have none and cannot be moved. */
  member: CollectionMember;
  /** The new position, from 1. */
  position: number;
}

/** Return the actions that remove a product from a collection and move it to another position. */
export function useMemberActions(collectionId: number) {
  const admin = useAdminConsole();
  const words = texts.collections.products;
  const remove = useAction<CollectionMember>({
    run: async ({ product, collect }) => {
      const query = { product_id: product.id, collection_id: collectionId };
      // A product that a search found has no `collect`, so load the id of its collect.
      const id = collect?.id ?? (await admin.collects.list({ query })).collects[0]?.id;
      if (id !== undefined) await admin.collects.delete({ params: { id } });
    },
    done: (_response, { product }) => words.removed({ name: product.title }),
    refresh: queriesShowingProducts,
  });
  const move = useAction<Move>({
    run: ({ member: { collect }, position }) =>
      admin.collects.update({ params: { id: collect?.id ?? 0 }, body: { position } }),
    onDone: (_response, { member, position }) =>
      toast.note(words.moved({ name: member.product.title, position })),
    refresh: [["collections", "members"]],
  });
  return { remove, move };
}
