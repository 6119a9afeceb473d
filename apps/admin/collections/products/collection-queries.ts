import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

type Product = OperationResponse<typeof operations.getProduct>["product"];

/** A product in a collection. */
export interface Member {
  product: Pick<Product, "id" | "title" | "image_url" | "variants" | "visibility">;
  /** The product's position; null while the list is filtered by words. */
  place: { collect_id: number; position: number } | null;
}

const shown = "title,image_url,variants,visibility";
const pageSize = 25;

const membersKey = (id: number) => ["collections", "members", id] as const;

/** Load a page of a collection's products: in its order, or those that match some words. */
export function useMembers(collectionId: number, query: string, page: number) {
  const admin = useAdminConsole();
  const inOrder = async (signal: AbortSignal) => {
    const { collects, ...paged } = await admin.collects.list({
      query: { collection_id: collectionId, sort: "position.asc", page, limit: pageSize },
      signal,
    });
    if (collects.length === 0) return { ...paged, members: [] };
    const ids = collects.map(({ product_id }) => product_id);
    const { products } = await admin.products.list({ query: { ids, limit: 250, fields: shown }, signal });
    const members = collects.flatMap(({ id, product_id, position }): Member[] => {
      const product = products.find((candidate) => candidate.id === product_id);
      return product ? [{ product, place: { collect_id: id, position } }] : [];
    });
    return { ...paged, members };
  };
  const withWords = async (signal: AbortSignal) => {
    const { products, ...paged } = await admin.products.list({
      query: { collection_ids: collectionId, query, page, limit: pageSize, fields: shown },
      signal,
    });
    return { ...paged, members: products.map((product): Member => ({ product, place: null })) };
  };
  return useQuery({
    queryKey: [...membersKey(collectionId), query, page],
    queryFn: ({ signal }) => (query === "" ? inOrder(signal) : withWords(signal)),
    placeholderData: keepPreviousData,
  });
}
