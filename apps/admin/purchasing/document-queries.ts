import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { queriesShowingProducts } from "../queries-showing-products.ts";
import type { DocumentKind, DocumentsQuery } from "./documents.ts";
import type { StockDocument } from "./stock-document.ts";

/** Load a page of purchase orders or transfers. */
export function useDocuments(kind: DocumentKind, query: DocumentsQuery) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [kind.name, query],
    queryFn: ({ signal }) => kind.list(admin, query, signal),
    placeholderData: keepPreviousData,
  });
}

/** Load a purchase order or transfer by id. */
export function useDocument(kind: DocumentKind, id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [kind.name, "one", id],
    queryFn: ({ signal }) => kind.get(admin, id, signal),
  });
}

/**
 * Return a function that stores a changed document in the query cache and refetches the lists and all queries that
 * contain stock. Without a document, it only refetches.
 */
export function useCacheDocument(kind: DocumentKind) {
  const queryClient = useQueryClient();
  return useCallback(
    (document?: StockDocument) => {
      if (document) queryClient.setQueryData([kind.name, "one", document.id], document);
      for (const queryKey of [[kind.name], ...queriesShowingProducts])
        void queryClient.invalidateQueries({ queryKey });
    },
    [queryClient, kind],
  );
}
