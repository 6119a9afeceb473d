import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { staleWithProducts } from "../stale.ts";
import type { DocumentKind, DocumentsQuery } from "./documents.ts";
import type { StockDocument } from "./stock-document.ts";

export function useDocuments(kind: DocumentKind, query: DocumentsQuery) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [kind.name, query],
    queryFn: ({ signal }) => kind.list(admin, query, signal),
    placeholderData: keepPreviousData,
  });
}

export function useDocument(kind: DocumentKind, id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [kind.name, "one", id],
    queryFn: ({ signal }) => kind.get(admin, id, signal),
  });
}

/**
 * Return a function that shows a changed document at once and refreshes the lists and every page that shows
 * stock.
 */
export function useDocumentChanged(kind: DocumentKind) {
  const queries = useQueryClient();
  return useCallback(
    (changed?: StockDocument) => {
      if (changed) queries.setQueryData([kind.name, "one", changed.id], changed);
      for (const queryKey of [[kind.name], ...staleWithProducts])
        void queries.invalidateQueries({ queryKey });
    },
    [queries, kind],
  );
}
