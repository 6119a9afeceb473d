import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { texts } from "../texts.ts";
import { type Column, nextSort, type Sort, sortState } from "./column.ts";
import styles from "./data-table.module.css";

interface HeaderCellProps<R> {
  column: Column<R>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

/** Show the head of a column, as a button where the list can be sorted by it. */
export function HeaderCell<R>({ column, sort, onSort }: HeaderCellProps<R>) {
  const { header, align, sort: by } = column;
  if (by === undefined || onSort === undefined)
    return (
      <th scope="col" data-align={align}>
        {header}
      </th>
    );
  const state = sortState(sort, by);
  const Icon = icons[state];
  return (
    <th scope="col" data-align={align} aria-sort={state}>
      <UnstyledButton
        className={styles["sort"]}
        data-active={state !== "none" || undefined}
        onClick={() => onSort(nextSort(sort, by))}
        title={texts.table.sortBy({ column: header })}
      >
        {header}
        <Icon size={15} stroke={2} />
      </UnstyledButton>
    </th>
  );
}
