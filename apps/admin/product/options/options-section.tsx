import { ActionIcon, Button, CloseButton, Text } from "@mantine/core";
import { maxOptionTypes } from "@souk/contract";
import { Section, useFocusFallback, useRecordDialog } from "@souk/ui";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { memo, useRef } from "react";
import { texts } from "../../texts.ts";
import type { OptionType, OptionValue, Product } from "../product-queries.ts";
import { AddOption } from "./add-option.tsx";
import { AddValues } from "./add-values.tsx";
import classes from "./options.module.css";
import { RemoveOption } from "./remove-option.tsx";
import { RenameOption } from "./rename-option.tsx";

/**
 * The change that a dialog makes to the options. `type` is the changed option, which the API calls an option type. `value` is
 * the changed value; if undefined, the change is of the whole option.
 */
type OptionAction =
  | { kind: "addOption" }
  | { kind: "addValues" | "remove" | "rename"; type: OptionType; value?: OptionValue };

/** Show a product's options. Each change is saved immediately, because it creates, renames or deletes variants. */
export const OptionsSection = memo(function OptionsSection({ product }: { product: Product }) {
  const { shown, open, close } = useRecordDialog<OptionAction>();
  const region = useRef<HTMLDivElement>(null);
  const types = product.variant_types.toSorted((a, b) => a.position - b.position || a.id - b.id);
  const action = shown?.opened === true ? shown.record : null;
  // If the focused button disappears with its option or value, move the focus to the region.
  useFocusFallback(region, [...types, ...product.variant_options].map(({ id }) => id).join());
  const addButton = types.length < maxOptionTypes && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => open({ kind: "addOption" })}
    >
      {texts.productOptions.add}
    </Button>
  );
  return (
    <Section
      title={texts.productOptions.title}
      lead={texts.productOptions.lead({ max: maxOptionTypes })}
      actions={addButton}
    >
      <div ref={region} tabIndex={-1}>
        {types.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.productOptions.none}
          </Text>
        )}
        <ul className={classes["options"]}>
          {types.map((type) => (
            <OptionItem key={type.id} product={product} type={type} onAction={open} />
          ))}
        </ul>
      </div>
      {action?.kind === "addOption" && <AddOption product={product} onClose={close} />}
      {action?.kind === "addValues" && <AddValues product={product} type={action.type} onClose={close} />}
      {action?.kind === "rename" && <RenameOption product={product} {...action} onClose={close} />}
      {shown && shown.record.kind === "remove" && (
        <RemoveOption opened={shown.opened} product={product} {...shown.record} onClose={close} />
      )}
    </Section>
  );
});

interface OptionItemProps {
  product: Product;
  type: OptionType;
  onAction: (action: OptionAction) => void;
}

function OptionItem({ product, type, onAction }: OptionItemProps) {
  const values = product.variant_options
    .filter(({ variant_type_id }) => variant_type_id === type.id)
    .toSorted((a, b) => a.position - b.position || a.id - b.id);
  const buttonProps = { variant: "subtle", color: "gray", size: "md" } as const;
  return (
    <li className={classes["option"]}>
      <div className={classes["head"]}>
        <span className={classes["optionName"]}>{type.name}</span>
        <ActionIcon
          {...buttonProps}
          aria-label={texts.productOptions.rename({ name: type.name })}
          onClick={() => onAction({ kind: "rename", type })}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...buttonProps}
          aria-label={texts.productOptions.removeOption({ name: type.name })}
          onClick={() => onAction({ kind: "remove", type })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      <ul className={classes["chips"]} aria-label={type.name}>
        {values.map((value) => (
          <li key={value.id} className={classes["chip"]}>
            <button
              type="button"
              className={classes["value"]}
              aria-label={texts.productOptions.rename({ name: value.name })}
              onClick={() => onAction({ kind: "rename", type, value })}
            >
              {value.name}
            </button>
            {values.length > 1 && (
              <CloseButton
                size="md"
                aria-label={texts.productOptions.removeValue({ value: value.name })}
                onClick={() => onAction({ kind: "remove", type, value })}
              />
            )}
          </li>
        ))}
        <li>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={texts.productOptions.addValues({ name: type.name })}
            onClick={() => onAction({ kind: "addValues", type })}
          >
            {texts.productOptions.addValuesShort}
          </Button>
        </li>
      </ul>
    </li>
  );
}
