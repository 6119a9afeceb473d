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
    <td className={styles["select"]}>
      <Checkbox
        aria-label={texts.table.select({ name })}
        checked={checked}
        onChange={({ currentTarget, nativeEvent }) =>
          onSelect(currentTarget.checked, (nativeEvent as Partial<MouseEvent>).shiftKey === true)
        }
      />
    </td>
  );
}

interface SelectAllCellProps {
  /** The number of selected records on the page. */
  selectedCount: number;
  recordCount: number;
  onSelect: (isSelected: boolean) => void;
}

/** Show the checkbox that selects every row of the page. */
export function SelectAllCell({ selectedCount, recordCount, onSelect }: SelectAllCellProps) {
  return (
    <th scope="col" className={styles["select"]}>
      <Checkbox
        aria-label={texts.table.selectAll}
        checked={recordCount > 0 && selectedCount === recordCount}
        indeterminate={selectedCount > 0 && selectedCount < recordCount}
        disabled={recordCount === 0}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
    </th>
  );
}
