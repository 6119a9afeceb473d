import { toast, useAction, useAdminConsole } from "@souk/ui";
import { staleWithProducts } from "../../stale.ts";
import { strings } from "../strings.ts";
import type { Member } from "./collection-queries.ts";

interface Move {
  member: Member;
  /** From 1. */
  position: number;
}

/** Takes products out of a collection and moves them in it. */
export function useMemberActions(collectionId: number) {
  const admin = useAdminConsole();
  const words = strings.products;
  const remove = useAction<Member>({
    run: async ({ product, place }) => {
      const query = { product_id: product.id, collection_id: collectionId };
      const known = place?.collect_id;
      const id = known ?? (await admin.collects.list({ query })).collects[0]?.id;
      if (id !== undefined) await admin.collects.delete({ params: { id } });
    },
    done: (_answer, { product }) => words.removed(product.title),
    refresh: staleWithProducts,
  });
  const move = useAction<Move>({
    run: ({ member: { place }, position }) =>
      admin.collects.update({ params: { id: place?.collect_id ?? 0 }, body: { position } }),
    onDone: (_answer, { member, position }) => toast.note(words.moved(member.product.title, position)),
    refresh: [["collections", "members"]],
  });
  return { remove, move };
}
