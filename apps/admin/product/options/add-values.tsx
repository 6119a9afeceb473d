import { Text } from "@mantine/core";
import { maxVariants } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { OptionType, Product } from "../product-queries.ts";
import { madeByValues } from "./lost-variants.ts";
import { OptionDialog } from "./option-dialog.tsx";
import { ValuesInput } from "./options-draft.tsx";
import { useOptionAction } from "./use-option-action.ts";

interface AddValuesProps {
  product: Product;
  type: OptionType;
  onClose: () => void;
}

/** Show the form that adds values to an option, which creates new variants (PRD-6). */
export function AddValues({ product, type, onClose }: AddValuesProps) {
  const admin = useAdminConsole();
  const [values, setValues] = useState<string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const known = new Set(
    product.variant_options
      .filter(({ variant_type_id }) => variant_type_id === type.id)
      .map(({ name }) => name),
  );
  const fresh = values.filter((value) => !known.has(value));
  const made = madeByValues(product, type.id, fresh.length);
  const all = product.variants.length + made;
  const add = useOptionAction({
    run: () =>
      admin.options.add({
        params: { product_id: product.id },
        body: { option_type: type.name, option_values: fresh },
      }),
    done: texts.productOptions.created({ count: made }),
    onDone: onClose,
  });
  const submit = () => {
    setChecked(true);
    if (fresh.length > 0 && all <= maxVariants) add.start(undefined);
  };
  return (
    <OptionDialog
      title={texts.productOptions.addValues({ name: type.name })}
      confirm={texts.productOptions.addValuesShort}
      isRunning={add.isRunning}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <ValuesInput
        label={texts.productOptions.newValues}
        values={values}
        error={isChecked && fresh.length === 0 ? texts.productOptions.errors.valuesRequired : undefined}
        onChange={setValues}
      />
      {fresh.length > 0 && (
        <Text size="sm" role="status">
          {all > maxVariants
            ? texts.productOptions.tooMany({ count: all, max: maxVariants })
            : texts.productOptions.willCreate({ count: made })}
        </Text>
      )}
    </OptionDialog>
  );
}
