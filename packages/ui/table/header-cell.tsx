import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { texts } from "../texts.ts";
import { type Column, getNextSort, getSortState, type Sort } from "./column.ts";
import styles from "./data-table.module.css";

interface HeaderCellProps<R> {
  column: Column<R>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

/** Show the header of a column, as a button if the list can be sorted by the column. */
export function HeaderCell<R>({ column, sort, onSort }: HeaderCellProps<R>) {
  const { header, align } = column;
  const sortName = column.sort;
  if (sortName === undefined || onSort === undefined)
    return (
      <th scope="col" data-align={align}>
        {header}
      </th>
    );
  const state = getSortState(sort, sortName);
  const Icon = icons[state];
  return (
    <th scope="col" data-align={align} aria-sort={state}>
      <UnstyledButton
        className={styles["sort"]}
        data-active={state !== "none" || undefined}
        onClick={() => onSort(getNextSort(sort, sortName))}
        title={texts.table.sortBy({ column: header })}
      >
        {header}
        <Icon size={15} stroke={2} />
      </UnstyledButton>
    </th>
  );
}
