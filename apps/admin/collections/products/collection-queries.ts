import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

type Product = OperationResponse<typeof operations.getProduct>["product"];

/** A product in a collection. */
export interface CollectionMember {
  product: Pick<Product, "id" | "title" | "image_url" | "variants" | "visibility">;
  /**
   * The API's record that links the product to the collection, with the product's position (from 1). It is null while a
   * search filters the list.
   */
  collect: { id: number; position: number } | null;
}

const productFields = "title,image_url,variants,visibility";
const pageSize = 25;

const membersKey = (id: number) => ["collections", "members", id] as const;

/**
 * Load a page of a collection's products, ordered by position. If there is a search text, load the products that match it,
 * without positions.
 */
export function useCollectionMembers(collectionId: number, searchText: string, page: number) {
  const admin = useAdminConsole();
  const listByPosition = async (signal: AbortSignal) => {
    const { collects, ...paging } = await admin.collects.list({
      query: { collection_id: collectionId, sort: "position.asc", page, limit: pageSize },
      signal,
    });
    if (collects.length === 0) return { ...paging, members: [] };
    const ids = collects.map(({ product_id }) => product_id);
    const { products } = await admin.products.list({
      query: { ids, limit: 250, fields: productFields },
      signal,
    });
    const members = collects.flatMap(({ id, product_id, position }): CollectionMember[] => {
      const product = products.find((candidate) => candidate.id === product_id);
      return product ? [{ product, collect: { id, position } }] : [];
    });
    return { ...paging, members };
  };
  const searchProducts = async (signal: AbortSignal) => {
    const { products, ...paging } = await admin.products.list({
      query: {
        collection_ids: collectionId,
        query: searchText,
        page,
        limit: pageSize,
        fields: productFields,
      },
      signal,
    });
    return { ...paging, members: products.map((product): CollectionMember => ({ product, collect: null })) };
  };
  return useQuery({
    queryKey: [...membersKey(collectionId), searchText, page],
    queryFn: ({ signal }) => (searchText === "" ? listByPosition(signal) : searchProducts(signal)),
    placeholderData: keepPreviousData,
  });
}
