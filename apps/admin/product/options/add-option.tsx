import { Text, TextInput } from "@mantine/core";
import { maxVariants } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { Product } from "../product-queries.ts";
import { OptionDialog } from "./option-dialog.tsx";
import { ValuesInput } from "./options-editor.tsx";
import { useOptionAction } from "./use-option-action.ts";

/**
 * Show the dialog that adds an option. Existing variants get the option's first value; each other value creates new variants.
 */
export function AddOption({ product, onClose }: { product: Product; onClose: () => void }) {
  const admin = useAdminConsole();
  const [name, setName] = useState("");
  const [values, setValues] = useState<string[]>([]);
  const [showsErrors, setShowsErrors] = useState(false);
  const newVariantCount = product.variants.length * Math.max(0, values.length - 1);
  const totalCount = product.variants.length + newVariantCount;
  const isDuplicate = product.variant_types.some((type) => type.name === name.trim());
  const errorWords = texts.productOptions.errors;
  const duplicateError = isDuplicate ? errorWords.notUnique : undefined;
  const nameError = name.trim() === "" ? errorWords.nameRequired : duplicateError;
  const add = useOptionAction({
    run: () =>
      admin.options.add({
        params: { product_id: product.id },
        body: { option_type: name.trim(), option_values: values },
      }),
    done: texts.productOptions.created({ count: newVariantCount }),
    onDone: onClose,
  });
  const submit = () => {
    setShowsErrors(true);
    if (nameError === undefined && values.length > 0 && totalCount <= maxVariants) add.start(undefined);
  };
  return (
    <OptionDialog
      title={texts.productOptions.add}
      confirm={texts.productOptions.addConfirm}
      isRunning={add.isRunning}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={texts.productOptions.name}
        placeholder={texts.productOptions.nameHint}
        required
        data-autofocus
        maxLength={255}
        value={name}
        error={showsErrors ? nameError : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ValuesInput
        label={texts.productOptions.values}
        values={values}
        error={showsErrors && values.length === 0 ? errorWords.valuesRequired : undefined}
        onChange={setValues}
      />
      {values[0] !== undefined && (
        <Text size="sm" role="status">
          {totalCount > maxVariants
            ? texts.productOptions.tooMany({ count: totalCount, max: maxVariants })
            : `${texts.productOptions.willCreate({ count: newVariantCount })} ${texts.productOptions.existingValue({ value: values[0] })}`}
        </Text>
      )}
    </OptionDialog>
  );
}
