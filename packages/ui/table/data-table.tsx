import { VisuallyHidden } from "@mantine/core";
import type { PageUrl } from "@souk/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId, useRef } from "react";
import { EmptyState } from "../states/empty-state.tsx";
import { ErrorState } from "../states/error-state.tsx";
import { texts } from "../texts.ts";
import type { Column, Sort } from "./column.ts";
import { DataRow } from "./data-row.tsx";
import styles from "./data-table.module.css";
import { HeaderCell } from "./header-cell.tsx";
import type { GoToPage, ListPage } from "./list-page.ts";
import { Paging } from "./paging.tsx";
import { getSelectionRange, type RowSelection } from "./row-selection.ts";
import { ScrollRegion } from "./scroll-region.tsx";
import { SelectAllCell } from "./select-cell.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { useLastPageRedirect } from "./use-last-page-redirect.ts";

export interface DataTableProps<T extends object, R> {
  /** The table's accessible name. */
  label: string;
  query: Pick<UseQueryResult<T>, "data" | "isError" | "error" | "isPlaceholderData"> & {
    refetch: () => unknown;
  };
  /** Return the records in the loaded data. */
  rows: (data: T) => readonly R[];
  getKey: (record: R) => string | number;
  columns: readonly Column<R>[];
  /** Return the URL of a record's page, which a click on its row opens. */
  getLink?: (record: R) => PageUrl;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Load another page of the list. */
  onPage?: GoToPage;
  /** The content shown in place of a table without records. */
  empty?: ReactNode;
  /** The selection of rows. The Shift key selects a range. */
  selection?: RowSelection<R>;
}

const noRecords: readonly never[] = [];

/** Return a function that builds the checkbox props of a row. */
function useRowCheckbox<R>(records: readonly R[], selection: RowSelection<R> | undefined) {
  const lastSelected = useRef<R>(undefined);
  return (record: R) => {
    if (!selection) return {};
    const onSelect = (isSelected: boolean, isRange: boolean) => {
      selection.setSelected(
        isRange ? getSelectionRange(records, lastSelected.current, record) : [record],
        isSelected,
      );
      lastSelected.current = record;
    };
    return { checkbox: { name: selection.getName(record), checked: selection.isSelected(record), onSelect } };
  };
}

/** Show records as a table, or as cards below 600 px. A table that is wider than the page scrolls. */
export function DataTable<T extends object, R>(props: DataTableProps<T, R>) {
  const { label, query, rows, columns, empty, onPage, selection } = props;
  const id = useId();
  const { data } = query;
  const records = data === undefined ? undefined : rows(data);
  const loadedPage = isListPage(data) && !query.isPlaceholderData ? data : undefined;
  useLastPageRedirect(loadedPage, onPage);
  const getCheckbox = useRowCheckbox(records ?? noRecords, selection);
  if (data === undefined && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (records?.length === 0) return empty ?? <EmptyState title={texts.table.empty} />;
  return (
    <div>
      <ScrollRegion labelledBy={id} className={styles["scroll"]}>
        <table className={styles["table"]} data-stale={query.isPlaceholderData || undefined}>
          <caption id={id}>
            <VisuallyHidden>{label}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              {selection && (
                <SelectAllCell
                  selectedCount={records?.filter(selection.isSelected).length ?? 0}
                  recordCount={records?.length ?? 0}
                  onSelect={(isSelected) => selection.setSelected(records ?? noRecords, isSelected)}
                />
              )}
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {records === undefined ? (
              <SkeletonRows columns={columns.length + (selection ? 1 : 0)} />
            ) : (
              records.map((record) => (
                <DataRow key={props.getKey(record)} record={record} {...getCheckbox(record)} {...props} />
              ))
            )}
          </tbody>
        </table>
      </ScrollRegion>
      {onPage !== undefined && isListPage(data) && <Paging label={label} page={data} onPage={onPage} />}
    </div>
  );
}

function isListPage(data: unknown): data is ListPage {
  return typeof (data as ListPage | undefined)?.page_count === "number";
}
