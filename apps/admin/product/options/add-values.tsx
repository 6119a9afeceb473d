import { Text } from "@mantine/core";
import { maxVariants } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { OptionType, Product } from "../product-queries.ts";
import { countVariantsCreatedByValues } from "./affected-variants.ts";
import { OptionDialog } from "./option-dialog.tsx";
import { ValuesInput } from "./options-editor.tsx";
import { useOptionAction } from "./use-option-action.ts";

interface AddValuesProps {
  product: Product;
  /** The option, which the API calls an option type. */
  type: OptionType;
  onClose: () => void;
}

/** Show the dialog that adds values to an option, which creates new variants (PRD-6). */
export function AddValues({ product, type, onClose }: AddValuesProps) {
  const admin = useAdminConsole();
  const [values, setValues] = useState<string[]>([]);
  const [showsErrors, setShowsErrors] = useState(false);
  const existingValues = new Set(
    product.variant_options
      .filter(({ variant_type_id }) => variant_type_id === type.id)
      .map(({ name }) => name),
  );
  const newValues = values.filter((value) => !existingValues.has(value));
  const newVariantCount = countVariantsCreatedByValues(product, type.id, newValues.length);
  const totalCount = product.variants.length + newVariantCount;
  const add = useOptionAction({
    run: () =>
      admin.options.add({
        params: { product_id: product.id },
        body: { option_type: type.name, option_values: newValues },
      }),
    done: texts.productOptions.created({ count: newVariantCount }),
    onDone: onClose,
  });
  const submit = () => {
    setShowsErrors(true);
    if (newValues.length > 0 && totalCount <= maxVariants) add.start(undefined);
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
        error={showsErrors && newValues.length === 0 ? texts.productOptions.errors.valuesRequired : undefined}
        onChange={setValues}
      />
      {newValues.length > 0 && (
        <Text size="sm" role="status">
          {totalCount > maxVariants
            ? texts.productOptions.tooMany({ count: totalCount, max: maxVariants })
            : texts.productOptions.willCreate({ count: newVariantCount })}
        </Text>
      )}
    </OptionDialog>
  );
}
