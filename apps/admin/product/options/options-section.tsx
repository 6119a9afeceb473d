import { ActionIcon, Button, CloseButton, Text } from "@mantine/core";
import { mostTypes } from "@souk/contract";
import { Section, useKeptFocus, useWindow } from "@souk/ui";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { memo, useRef } from "react";
import type { OptionType, OptionValue, Product } from "../product-queries.ts";
import { AddOption } from "./add-option.tsx";
import { AddValues } from "./add-values.tsx";
import classes from "./options.module.css";
import { RemoveOption } from "./remove-option.tsx";
import { RenameOption } from "./rename-option.tsx";
import { strings } from "./strings.ts";

/** What somebody is about to do to the options. */
type Deed = { kind: "add" } | { kind: "values" | "remove" | "rename"; type: OptionType; value?: OptionValue };

/** The ways in which the variants of a product differ. Each change is made at once: it makes or deletes variants. */
export const OptionsSection = memo(function OptionsSection({ product }: { product: Product }) {
  const { shown, open, close } = useWindow<Deed>();
  const region = useRef<HTMLDivElement>(null);
  const types = product.variant_types.toSorted((a, b) => a.position - b.position || a.id - b.id);
  const deed = shown?.opened === true ? shown.about : null;
  useKeptFocus(region, [...types, ...product.variant_options].map(({ id }) => id).join());
  const add = types.length < mostTypes && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => open({ kind: "add" })}
    >
      {strings.add}
    </Button>
  );
  return (
    <Section title={strings.title} lead={strings.lead(mostTypes)} actions={add}>
      <div ref={region} tabIndex={-1}>
        {types.length === 0 && (
          <Text size="sm" c="dimmed">
            {strings.none}
          </Text>
        )}
        <ul className={classes["options"]}>
          {types.map((type) => (
            <Option key={type.id} product={product} type={type} onDeed={open} />
          ))}
        </ul>
      </div>
      {deed?.kind === "add" && <AddOption product={product} onClose={close} />}
      {deed?.kind === "values" && <AddValues product={product} type={deed.type} onClose={close} />}
      {deed?.kind === "rename" && <RenameOption product={product} {...deed} onClose={close} />}
      {shown && shown.about.kind === "remove" && (
        <RemoveOption opened={shown.opened} product={product} {...shown.about} onClose={close} />
      )}
    </Section>
  );
});

interface OptionProps {
  product: Product;
  type: OptionType;
  onDeed: (deed: Deed) => void;
}

function Option({ product, type, onDeed }: OptionProps) {
  const values = product.variant_options
    .filter(({ variant_type_id }) => variant_type_id === type.id)
    .toSorted((a, b) => a.position - b.position || a.id - b.id);
  const look = { variant: "subtle", color: "gray", size: "md" } as const;
  return (
    <li className={classes["option"]}>
      <div className={classes["head"]}>
        <span className={classes["optionName"]}>{type.name}</span>
        <ActionIcon
          {...look}
          aria-label={strings.rename(type.name)}
          onClick={() => onDeed({ kind: "rename", type })}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...look}
          aria-label={strings.removeOption(type.name)}
          onClick={() => onDeed({ kind: "remove", type })}
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
              aria-label={strings.rename(value.name)}
              onClick={() => onDeed({ kind: "rename", type, value })}
            >
              {value.name}
            </button>
            {values.length > 1 && (
              <CloseButton
                size="md"
                aria-label={strings.removeValue(value.name)}
                onClick={() => onDeed({ kind: "remove", type, value })}
              />
            )}
          </li>
        ))}
        <li>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={strings.addValues(type.name)}
            onClick={() => onDeed({ kind: "values", type })}
          >
            {strings.addValuesShort}
          </Button>
        </li>
      </ul>
    </li>
  );
}
