import type { ImportableResource, OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { staleWithCustomers } from "../customers/customer-queries.ts";
import { staleWithProducts } from "../stale.ts";

export type Import = OperationResponse<typeof operations.getImport>["import"];

export const importsKey = ["imports"] as const;

const underWay = new Set<Import["status"]>(["checking", "running"]);

export const isUnderWay = ({ status }: Pick<Import, "status">): boolean => underWay.has(status);

const everyMs = 1_000;

/** Load the imports of a resource, the latest first. */
export function useImports(resource: ImportableResource, page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...importsKey, { resource, page }],
    queryFn: ({ signal }) =>
      admin.imports.list({ query: { resource, page, limit: 10, sort: "id.desc" }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.imports.some(isUnderWay) ? everyMs : false),
  });
}

/** Load one import, polled while it is running. */
export function useImport(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...importsKey, "one", id],
    queryFn: ({ signal }) => admin.imports.get({ params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.import) ? everyMs : false),
  });
}

const staleWith = { products: staleWithProducts, customers: staleWithCustomers } as const;

/** Refresh the pages visited before an import once it is over. */
export function useImportedRecords(record: Import | undefined): void {
  const queries = useQueryClient();
  const wasUnderWay = useRef(false);
  const isRunning = record?.status === "running";
  const resource = record?.resource;
  useEffect(() => {
    if (wasUnderWay.current && !isRunning && resource !== undefined)
      for (const queryKey of staleWith[resource]) void queries.invalidateQueries({ queryKey });
    wasUnderWay.current = isRunning;
  }, [isRunning, resource, queries]);
}

/** Load the errors of an import, a page at a time; refetched when their number grows. */
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
