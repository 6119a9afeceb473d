import { ActionIcon, NumberInput, Text, TextInput } from "@mantine/core";
import { useStore } from "@souk/ui";
import { IconTrash } from "@tabler/icons-react";
import { memo } from "react";
import { texts } from "../texts.ts";
import type { DraftLine, DraftProblems } from "./document-draft.ts";
import classes from "./lines.module.css";
import { type PickedVariant, VariantPicker } from "./variant-picker.tsx";

/** A function that applies a change to the current lines. */
export type ChangeLines = (to: (lines: readonly DraftLine[]) => readonly DraftLine[]) => void;

interface LinesEditorProps {
  lines: readonly DraftLine[];
  problems: DraftProblems;
  /** Whether lines have costs: purchase orders do, transfers do not. */
  hasCosts: boolean;
  /** A stable function, so that a key pressed in one of 500 lines renders only that line. */
  onChange: ChangeLines;
}

/** Show the editable lines of a document, one for each variant. */
export function LinesEditor({ lines, problems, hasCosts, onChange }: LinesEditorProps) {
  const { currency_code } = useStore();
  const { columns, lines: words } = texts.purchasing;
  const add = (picked: PickedVariant) =>
    onChange((before) => [...before, { ...picked, quantity: 1, received: 0 }]);
  const units = lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  return (
    <>
      <VariantPicker taken={new Set(lines.map(({ variant_id }) => variant_id))} onPick={add} />
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
                  problem={problems.quantities.get(line.variant_id)}
                  costProblem={problems.costs.get(line.variant_id)}
                  hasCosts={hasCosts}
                  onLines={onChange}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {lines.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs" aria-live="polite">
          {words.totalUnits({ count: units })}
        </Text>
      )}
    </>
  );
}

interface LineRowProps {
  line: DraftLine;
  problem: string | undefined;
  costProblem: string | undefined;
  hasCosts: boolean;
  onLines: ChangeLines;
}

const LineRow = memo(function LineRow({ line, problem, costProblem, hasCosts, onLines }: LineRowProps) {
  const { columns, lines: words } = texts.purchasing;
  const isThis = ({ variant_id }: DraftLine) => variant_id === line.variant_id;
  const change = (some: Partial<DraftLine>) =>
    onLines((lines) => lines.map((other) => (isThis(other) ? { ...other, ...some } : other)));
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
          error={problem}
          min={Math.max(line.received, 1)}
          max={1_000_000}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          w={110}
          onChange={(typed) => change({ quantity: typeof typed === "number" ? typed : null })}
        />
      </td>
      {hasCosts && (
        <td data-head={columns.cost}>
          <TextInput
            aria-label={words.cost({ name: line.name })}
            inputMode="decimal"
            value={line.cost}
            error={costProblem}
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
          aria-label={line.received > 0 ? words.cannotRemove : words.remove({ name: line.name })}
          disabled={line.received > 0}
          onClick={() => onLines((lines) => lines.filter((other) => !isThis(other)))}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
});
