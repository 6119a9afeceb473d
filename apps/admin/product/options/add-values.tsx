import { Text } from "@mantine/core";
import { mostVariants } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import type { OptionType, Product } from "../product-queries.ts";
import { madeByValues } from "./lost-variants.ts";
import { OptionDialog } from "./option-dialog.tsx";
import { ValuesInput } from "./options-draft.tsx";
import { strings } from "./strings.ts";
import { useOptionAction } from "./use-option-action.ts";

interface AddValuesProps {
  product: Product;
  type: OptionType;
  onClose: () => void;
}

/** Adds values to an option, which makes new variants (PRD-6). */
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
    done: strings.made(made),
    onDone: onClose,
  });
  const submit = () => {
    setChecked(true);
    if (fresh.length > 0 && all <= mostVariants) add.start(undefined);
  };
  return (
    <OptionDialog
      title={strings.addValues(type.name)}
      confirm={strings.addIt}
      isRunning={add.isRunning}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <ValuesInput
        label={strings.newValues}
        values={values}
        error={isChecked && fresh.length === 0 ? strings.faults.needsValues : undefined}
        onChange={setValues}
      />
      {fresh.length > 0 && (
        <Text size="sm" role="status">
          {all > mostVariants ? strings.tooMany(all, mostVariants) : strings.willMake(made)}
        </Text>
      )}
    </OptionDialog>
  );
}
