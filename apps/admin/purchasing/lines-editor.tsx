import { ActionIcon, NumberInput, Text, TextInput } from "@mantine/core";
import { useStore } from "@souk/ui";
import { IconTrash } from "@tabler/icons-react";
import { memo } from "react";
import { texts } from "../texts.ts";
import type { DraftLine, DraftProblems } from "./document-draft.ts";
import classes from "./lines.module.css";
import { type PickedVariant, VariantPicker } from "./variant-picker.tsx";

/** A function that replaces the current lines with the result of `update`. */
export type ChangeLines = (update: (lines: readonly DraftLine[]) => readonly DraftLine[]) => void;

interface LinesEditorProps {
  lines: readonly DraftLine[];
  problems: DraftProblems;
  /** Whether lines have costs: purchase orders do, transfers do not. */
  hasCosts: boolean;
  /** Must be a stable function, so that typing in one of 500 lines rerenders only that line. */
  onChange: ChangeLines;
}

/** Show the editable lines of a stock document, one for each variant, and the search that adds variants. */
export function LinesEditor({ lines, problems, hasCosts, onChange }: LinesEditorProps) {
  const { currency_code } = useStore();
  const { columns } = texts.purchasing;
  const words = texts.purchasing.lines;
  const addLine = (variant: PickedVariant) =>
    onChange((currentLines) => [...currentLines, { ...variant, quantity: 1, received_quantity: 0 }]);
  const unitCount = lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  return (
    <>
      <VariantPicker addedIds={new Set(lines.map(({ variant_id }) => variant_id))} onPick={addLine} />
      {problems.lines !== undefined && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {problems.lines}
        </Text>
      )}
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          {words.none}
        </Text>
      ) : (
        <section className={classes["scroll"]} aria-label={words.title}>
          <table className={classes["lines"]}>
            <thead>
              <tr>
                <th scope="col">{columns.product}</th>
                <th scope="col">{columns.quantity}</th>
                {hasCosts && <th scope="col">{`${columns.cost} (${currency_code})`}</th>}
                <th scope="col">{columns.remove}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <LineRow
                  key={line.variant_id}
                  line={line}
                  quantityError={problems.quantities.get(line.variant_id)}
                  costError={problems.costs.get(line.variant_id)}
                  hasCosts={hasCosts}
                  changeLines={onChange}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {lines.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs" aria-live="polite">
          {words.totalUnits({ count: unitCount })}
        </Text>
      )}
    </>
  );
}

interface LineRowProps {
  line: DraftLine;
  quantityError: string | undefined;
  costError: string | undefined;
  hasCosts: boolean;
  changeLines: ChangeLines;
}

const LineRow = memo(function LineRow({
  line,
  quantityError,
  costError,
  hasCosts,
  changeLines,
}: LineRowProps) {
  const { columns } = texts.purchasing;
  const words = texts.purchasing.lines;
  const isThisLine = ({ variant_id }: DraftLine) => variant_id === line.variant_id;
  const change = (changes: Partial<DraftLine>) =>
    changeLines((lines) =>
      lines.map((candidate) => (isThisLine(candidate) ? { ...candidate, ...changes } : candidate)),
    );
  return (
    <tr>
      <th scope="row">
        <div className={classes["name"]}>{line.name}</div>
        <div className={classes["sku"]}>{line.sku}</div>
      </th>
      <td data-head={columns.quantity}>
        <NumberInput
          aria-label={words.quantity({ name: line.name })}
          value={line.quantity ?? ""}
          error={quantityError}
          min={Math.max(line.received_quantity, 1)}
          max={1_000_000}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          w={110}
          onChange={(value) => change({ quantity: typeof value === "number" ? value : null })}
        />
      </td>
      {hasCosts && (
        <td data-head={columns.cost}>
          <TextInput
            aria-label={words.cost({ name: line.name })}
            inputMode="decimal"
            value={line.cost}
            error={costError}
            maxLength={24}
            w={120}
            onChange={(event) => change({ cost: event.currentTarget.value })}
          />
        </td>
      )}
      <td data-head={columns.remove}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={line.received_quantity > 0 ? words.cannotRemove : words.remove({ name: line.name })}
          disabled={line.received_quantity > 0}
          onClick={() => changeLines((lines) => lines.filter((candidate) => !isThisLine(candidate)))}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
});
