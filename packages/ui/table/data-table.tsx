import { VisuallyHidden } from "@mantine/core";
import type { PageUrl } from "@souk/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId, useRef } from "react";
import { EmptyState } from "../states/empty-state.tsx";
import { ErrorState } from "../states/error-state.tsx";
import { texts } from "../texts.ts";
import { ChooseAll } from "./choose-cell.tsx";
import type { Column, Sort } from "./column.ts";
import { DataRow } from "./data-row.tsx";
import styles from "./data-table.module.css";
import { HeaderCell } from "./header-cell.tsx";
import type { AskPage, Paged } from "./paged.ts";
import { Paging } from "./paging.tsx";
import { getRange, type RowSelection } from "./row-selection.ts";
import { ScrollRegion } from "./scroll-region.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { usePageInRange } from "./use-page-in-range.ts";

export interface DataTableProps<A extends object, R> {
  /** The table's accessible name. */
  label: string;
  query: Pick<UseQueryResult<A>, "data" | "isError" | "error" | "isPlaceholderData"> & {
    refetch: () => unknown;
  };
  rows: (answer: A) => readonly R[];
  getKey: (record: R) => string | number;
  columns: readonly Column<R>[];
  /** Return the address of a record's own page: its first cell and the rest of the row lead there. */
  getLink?: (record: R) => PageUrl;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Load another page of the list envelope. */
  onPage?: AskPage;
  /** The content shown in place of a table without records. */
  empty?: ReactNode;
  /** The selection of rows, with shift for a range. */
  selection?: RowSelection<R>;
}

const noRecords: readonly never[] = [];

/** Return the label and the handler of each row's checkbox. */
function useChoice<R>(records: readonly R[], selection: RowSelection<R> | undefined) {
  const last = useRef<R>(undefined);
  return (record: R) => {
    if (!selection) return {};
    const onChoose = (isChosen: boolean, isRange: boolean) => {
      selection.choose(isRange ? getRange(records, last.current, record) : [record], isChosen);
      last.current = record;
    };
    return { choice: { name: selection.getName(record), checked: selection.isChosen(record), onChoose } };
  };
}

/** Show a list of records. Below 600 px each record is a card; if wider than the page, the table scrolls. */
export function DataTable<A extends object, R>(props: DataTableProps<A, R>) {
  const { label, query, rows, columns, empty, onPage, selection } = props;
  const id = useId();
  const answer = query.data;
  const records = answer === undefined ? undefined : rows(answer);
  const paged = isPaged(answer) && !query.isPlaceholderData ? answer : undefined;
  usePageInRange(paged, onPage);
  const getChoice = useChoice(records ?? noRecords, selection);
  if (answer === undefined && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (records?.length === 0) return empty ?? <EmptyState title={texts.table.empty} />;
  return (
    <div>
      <ScrollRegion labelledBy={id} className={styles["scroll"]}>
        <table className={styles["table"]} data-old={query.isPlaceholderData || undefined}>
          <caption id={id}>
            <VisuallyHidden>{label}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              {selection && (
                <ChooseAll
                  count={records?.filter(selection.isChosen).length ?? 0}
                  of={records?.length ?? 0}
                  onChoose={(isChosen) => selection.choose(records ?? noRecords, isChosen)}
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
                <DataRow key={props.getKey(record)} record={record} {...getChoice(record)} {...props} />
              ))
            )}
          </tbody>
        </table>
      </ScrollRegion>
      {onPage !== undefined && isPaged(answer) && <Paging label={label} page={answer} onPage={onPage} />}
    </div>
  );
}

function isPaged(answer: unknown): answer is Paged {
  return typeof (answer as Paged | undefined)?.page_count === "number";
}
