import { ActionIcon, Group, NumberInput } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import type { Ref } from "react";
import { texts } from "../texts.ts";

interface WholeNumberProps {
  label: string;
  hint?: string | undefined;
  /** The number; null: the field is empty. */
  value: number | null;
  /** The number that the buttons count from while the field is empty. */
  startsAt: number;
  minimum?: number | undefined;
  error: string | null;
  onChange: (value: number | null) => void;
  ref: Ref<HTMLInputElement>;
}

/** Show an input for a whole number, with buttons that count. Arrow keys count as well. */
export function WholeNumber(props: WholeNumberProps) {
  const { label, hint, value, startsAt, minimum, error, onChange, ref } = props;
  const count = (step: number) => onChange(Math.max((value ?? startsAt) + step, minimum ?? -Infinity));
  const buttons = (
    <Group gap={4} wrap="nowrap">
      <ActionIcon variant="default" size={28} aria-label={texts.stock.change.less} onClick={() => count(-1)}>
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={28} aria-label={texts.stock.change.more} onClick={() => count(1)}>
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
      onChange={(typed) => onChange(typeof typed === "number" ? typed : null)}
      allowDecimal={false}
      allowNegative={minimum === undefined}
      min={minimum ?? -2_000_000_000}
      max={2_000_000_000}
      rightSection={buttons}
      rightSectionWidth={72}
    />
  );
}
