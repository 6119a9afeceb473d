import { Checkbox } from "@mantine/core";
import { texts } from "../texts.ts";
import styles from "./data-table.module.css";

interface SelectCellProps {
  name: string;
  checked: boolean;
  /** Called when the row is selected or deselected. @param isRange whether Shift was held */
  onSelect: (isSelected: boolean, isRange: boolean) => void;
}

/** Show the checkbox that selects a row. */
export function SelectCell({ name, checked, onSelect }: SelectCellProps) {
  return (
    <td className={styles["choose"]}>
      <Checkbox
        aria-label={texts.table.choose({ name })}
        checked={checked}
        onChange={({ currentTarget, nativeEvent }) =>
          onSelect(currentTarget.checked, (nativeEvent as Partial<MouseEvent>).shiftKey === true)
        }
      />
    </td>
  );
}

interface SelectAllCellProps {
  /** The number of the page's records that are selected. */
  count: number;
  total: number;
  onSelect: (isSelected: boolean) => void;
}

/** Show the checkbox that selects every row of the page. */
export function SelectAllCell({ count, total, onSelect }: SelectAllCellProps) {
  return (
    <th scope="col" className={styles["choose"]}>
      <Checkbox
        aria-label={texts.table.chooseAll}
        checked={total > 0 && count === total}
        indeterminate={count > 0 && count < total}
        disabled={total === 0}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
    </th>
  );
}
