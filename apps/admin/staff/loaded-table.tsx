import { type Column, DataTable } from "@souk/ui";
import type { ReactNode } from "react";

interface LoadedTableProps<R> {
  label: string;
  records: readonly R[];
  getKey: (record: R) => string | number;
  columns: readonly Column<R>[];
  empty?: ReactNode;
}

/** Show a table of records that are already loaded as part of another response. */
export function LoadedTable<R>({ records, ...props }: LoadedTableProps<R>) {
  const query = {
    data: { records },
    isError: false,
    error: null,
    isPlaceholderData: false,
    refetch: () => undefined,
  } as const;
  return <DataTable {...props} query={query} rows={(data) => data.records} />;
}
