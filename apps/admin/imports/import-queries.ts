import type { ImportableResource, OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queriesShowingCustomers } from "../customers/customer-queries.ts";
import { queriesShowingProducts } from "../queries-showing-products.ts";
import { hasJustEnded } from "./has-just-ended.ts";

export type Import = OperationResponse<typeof operations.getImport>["import"];

export const importsKey = ["imports"] as const;

const inProgressStatuses = new Set<Import["status"]>(["checking", "running"]);

/** Return whether the server is checking or importing an import's file. */
export const isInProgress = ({ status }: Pick<Import, "status">): boolean => inProgressStatuses.has(status);

const pollIntervalMs = 1_000;

/** Load a page of a resource's imports, newest first, and poll it while one is in progress. */
export function useImports(resource: ImportableResource, page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...importsKey, { resource, page }],
    queryFn: ({ signal }) =>
      admin.imports.list({ query: { resource, page, limit: 10, sort: "id.desc" }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.imports.some(isInProgress) ? pollIntervalMs : false),
  });
}

/** Load an import by id, and poll it while it is in progress. */
export function useImport(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...importsKey, "one", id],
    queryFn: ({ signal }) => admin.imports.get({ params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data.import) ? pollIntervalMs : false),
  });
}

const queriesToRefresh = { products: queriesShowingProducts, customers: queriesShowingCustomers } as const;

/** Refetch the resource's queries when an import ends, so that other pages show the imported records. */
export function useRefreshAfterImport(record: Import | undefined): void {
  const queryClient = useQueryClient();
  const lastRecord = useRef<Import>(undefined);
  useEffect(() => {
    if (record && hasJustEnded(lastRecord.current, record))
      for (const queryKey of queriesToRefresh[record.resource])
        void queryClient.invalidateQueries({ queryKey });
    lastRecord.current = record;
  }, [record, queryClient]);
}

/**
 * Load a page of an import's errors.
 * @param count the number of errors that the import has so far. When it changes, the page is refetched.
 */
export function useImportErrors(importId: number, page: number, count: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...importsKey, "errors", importId, page, count],
    queryFn: ({ signal }) =>
      admin.import_errors.list({ params: { import_id: importId }, query: { page, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
    enabled: count > 0,
  });
}
