import { toast, useAction, useAdminConsole } from "@souk/ui";
import { staleWithProducts } from "../../stale.ts";
import { texts } from "../../texts.ts";
import type { Member } from "./collection-queries.ts";

interface Move {
  member: Member;
  /** The position, from 1. */
  position: number;
}

/** Remove products from a collection and move them in it. */
export function useMemberActions(collectionId: number) {
  const admin = useAdminConsole();
  const words = texts.collections.products;
  const remove = useAction<Member>({
    run: async ({ product, place }) => {
      const query = { product_id: product.id, collection_id: collectionId };
      const known = place?.collect_id;
      const id = known ?? (await admin.collects.list({ query })).collects[0]?.id;
      if (id !== undefined) await admin.collects.delete({ params: { id } });
    },
    done: (_answer, { product }) => words.removed({ name: product.title }),
    refresh: staleWithProducts,
  });
  const move = useAction<Move>({
    run: ({ member: { place }, position }) =>
      admin.collects.update({ params: { id: place?.collect_id ?? 0 }, body: { position } }),
    onDone: (_answer, { member, position }) =>
      toast.note(words.moved({ name: member.product.title, place: position })),
    refresh: [["collections", "members"]],
  });
  return { remove, move };
}
