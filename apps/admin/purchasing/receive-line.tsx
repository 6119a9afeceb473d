import { NumberInput } from "@mantine/core";
import { formatNumber } from "@souk/ui";
import { memo, type Ref } from "react";
import { texts } from "../texts.ts";
import { lineName } from "./document-draft.ts";
import classes from "./lines.module.css";
import type { DocumentLine } from "./stock-document.ts";

/** Return the units of a line that are not yet received. */
export function getUnreceived({ quantity, received_quantity }: DocumentLine): number {
  return quantity - received_quantity;
}

interface ReceiveLineProps {
  line: DocumentLine;
  come: number;
  /** The line's error; undefined: none. */
  problem: string | undefined;
  /** A stable function, so that a key pressed in one of 500 lines renders only that line. */
  onCome: (lineId: number, come: number) => void;
  first?: Ref<HTMLInputElement>;
}

/** The input for the received units of one line. */
export const ReceiveLine = memo(function ReceiveLine({
  line,
  come,
  problem,
  onCome,
  first,
}: ReceiveLineProps) {
  const { receive } = texts.purchasing;
  return (
    <tr>
      <th scope="row">
        <div className={classes["name"]}>{lineName(line)}</div>
        <div className={classes["sku"]}>
          {[line.sku, receive.left({ units: formatNumber(getUnreceived(line)) })]
            .filter((part) => part !== "")
            .join(" · ")}
        </div>
      </th>
      <td data-head={receive.button}>
        <NumberInput
          {...(first === undefined ? {} : { ref: first })}
          aria-label={receive.units({ name: lineName(line) })}
          w={110}
          value={come}
          min={0}
          max={getUnreceived(line)}
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
