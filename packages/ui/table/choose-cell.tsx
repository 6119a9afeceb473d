import { Checkbox } from "@mantine/core";
import { strings } from "../strings.ts";
import styles from "./data-table.module.css";

interface ChooseCellProps {
  name: string;
  checked: boolean;
  /** @param isRange shift was held */
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}

/** The box that chooses a row. */
export function ChooseCell({ name, checked, onChoose }: ChooseCellProps) {
  return (
    <td className={styles["choose"]}>
      <Checkbox
        aria-label={strings.table.choose(name)}
        checked={checked}
        onChange={({ currentTarget, nativeEvent }) =>
          onChoose(currentTarget.checked, (nativeEvent as Partial<MouseEvent>).shiftKey === true)
        }
      />
    </td>
  );
}

interface ChooseAllProps {
  /** How many of the page's records are chosen. */
  count: number;
  of: number;
  onChoose: (isChosen: boolean) => void;
}

/** The box that chooses every row of the page. */
export function ChooseAll({ count, of, onChoose }: ChooseAllProps) {
  return (
    <th scope="col" className={styles["choose"]}>
      <Checkbox
        aria-label={strings.table.chooseAll}
        checked={of > 0 && count === of}
        indeterminate={count > 0 && count < of}
        disabled={of === 0}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
    </th>
  );
}
