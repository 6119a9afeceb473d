import { NumberInput } from "@mantine/core";
import { formatNumber } from "@souk/ui";
import { memo, type Ref } from "react";
import { texts } from "../texts.ts";
import { getDocumentLineName } from "./document-draft.ts";
import classes from "./lines.module.css";
import type { DocumentLine } from "./stock-document.ts";

/** Return how many units of a line have not been received. */
export function getUnreceivedUnits({ quantity, received_quantity }: DocumentLine): number {
  return quantity - received_quantity;
}

interface ReceiveLineProps {
  line: DocumentLine;
  /** The entered quantity. */
  quantity: number;
  /** The line's error; undefined if there is none. */
  error: string | undefined;
  /** Must be a stable function, so that typing in one of 500 lines rerenders only that line. */
  onChange: (lineId: number, quantity: number) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Show a line with an input for the quantity to receive. */
export const ReceiveLine = memo(function ReceiveLine({
  line,
  quantity,
  error,
  onChange,
  inputRef,
}: ReceiveLineProps) {
  const words = texts.purchasing.receive;
  return (
    <tr>
      <th scope="row">
        <div className={classes["name"]}>{getDocumentLineName(line)}</div>
        <div className={classes["sku"]}>
          {[line.sku, words.remaining({ units: formatNumber(getUnreceivedUnits(line)) })]
            .filter((part) => part !== "")
            .join(" · ")}
        </div>
      </th>
      <td data-head={words.button}>
        <NumberInput
          {...(inputRef === undefined ? {} : { ref: inputRef })}
          aria-label={words.units({ name: getDocumentLineName(line) })}
          w={110}
          value={quantity}
          min={0}
          max={getUnreceivedUnits(line)}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          error={error}
          onChange={(value) => onChange(line.id, typeof value === "number" ? value : 0)}
        />
      </td>
    </tr>
  );
});
