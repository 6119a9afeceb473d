import { ActionIcon, Group, NumberInput } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import type { Ref } from "react";
import { texts } from "../texts.ts";

/** The largest quantity that the API accepts. */
const maxQuantity = 2_000_000_000;

interface WholeNumberInputProps {
  label: string;
  hint?: string | undefined;
  /** The number; null if the input is empty. */
  value: number | null;
  /** The number from which the buttons count while the input is empty. */
  startsAt: number;
  minimum?: number | undefined;
  error: string | null;
  onChange: (value: number | null) => void;
  ref: Ref<HTMLInputElement>;
}

/** Show an input for a whole number. Its buttons and the arrow keys increase and decrease the number by 1. */
export function WholeNumberInput(props: WholeNumberInputProps) {
  const { label, hint, value, startsAt, minimum, error, onChange, ref } = props;
  const changeBy = (step: number) => onChange(Math.max((value ?? startsAt) + step, minimum ?? -Infinity));
  const buttons = (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={28}
        aria-label={texts.stock.change.less}
        onClick={() => changeBy(-1)}
      >
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={texts.stock.change.more}
        onClick={() => changeBy(1)}
      >
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
  return (
    <NumberInput
      ref={ref}
      data-autofocus
      label={label}
      description={hint}
      error={error}
      value={value ?? ""}
      startValue={startsAt}
      onChange={(enteredValue) => onChange(typeof enteredValue === "number" ? enteredValue : null)}
      allowDecimal={false}
      allowNegative={minimum === undefined}
      min={minimum ?? -maxQuantity}
      max={maxQuantity}
      rightSection={buttons}
      rightSectionWidth={72}
    />
  );
}
