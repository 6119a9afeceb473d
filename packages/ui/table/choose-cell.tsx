import { Checkbox } from "@mantine/core";
import { texts } from "../texts.ts";
import styles from "./data-table.module.css";

interface ChooseCellProps {
  name: string;
  checked: boolean;
  /** Select or deselect the row. @param isRange shift was held */
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}

/** Show the checkbox that selects a row. */
export function ChooseCell({ name, checked, onChoose }: ChooseCellProps) {
  return (
    <td className={styles["choose"]}>
      <Checkbox
        aria-label={texts.table.choose({ name })}
        checked={checked}
        onChange={({ currentTarget, nativeEvent }) =>
          onChoose(currentTarget.checked, (nativeEvent as Partial<MouseEvent>).shiftKey === true)
        }
      />
    </td>
  );
}

interface ChooseAllProps {
  /** The number of the page's records that are selected. */
  count: number;
  of: number;
  onChoose: (isChosen: boolean) => void;
}

/** Show the checkbox that selects every row of the page. */
export function ChooseAll({ count, of, onChoose }: ChooseAllProps) {
  return (
    <th scope="col" className={styles["choose"]}>
      <Checkbox
        aria-label={texts.table.chooseAll}
        checked={of > 0 && count === of}
        indeterminate={count > 0 && count < of}
        disabled={of === 0}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
    </th>
  );
}
