import { NumberInput } from "@mantine/core";
import { formatNumber } from "@souk/ui";
import { memo, type Ref } from "react";
import { lineName } from "./document-draft.ts";
import classes from "./lines.module.css";
import type { DocumentLine } from "./stock-document.ts";
import { strings } from "./strings.ts";

/** Units that have yet to come. */
export function leftOf({ quantity, received_quantity }: DocumentLine): number {
  return quantity - received_quantity;
}

interface ReceiveLineProps {
  line: DocumentLine;
  come: number;
  /** What is wrong with it; undefined: nothing. */
  problem: string | undefined;
  /** The same function each time: a key pressed in one of 500 lines draws that line alone. */
  onCome: (lineId: number, come: number) => void;
  first?: Ref<HTMLInputElement>;
}

/** How many units of one line have come. */
export const ReceiveLine = memo(function ReceiveLine({
  line,
  come,
  problem,
  onCome,
  first,
}: ReceiveLineProps) {
  const { receive } = strings;
  return (
    <tr>
      <th scope="row">
        <div className={classes["name"]}>{lineName(line)}</div>
        <div className={classes["sku"]}>
          {[line.sku, receive.left(formatNumber(leftOf(line)))].filter((part) => part !== "").join(" · ")}
        </div>
      </th>
      <td data-head={receive.button}>
        <NumberInput
          {...(first === undefined ? {} : { ref: first })}
          aria-label={receive.units(lineName(line))}
          w={110}
          value={come}
          min={0}
          max={leftOf(line)}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          error={problem}
          onChange={(typed) => onCome(line.id, typeof typed === "number" ? typed : 0)}
        />
      </td>
    </tr>
  );
});
