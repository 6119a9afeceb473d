import { Text, TextInput } from "@mantine/core";
import { mostVariants } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import type { Product } from "../product-queries.ts";
import { OptionDialog } from "./option-dialog.tsx";
import { ValuesInput } from "./options-draft.tsx";
import { strings } from "./strings.ts";
import { useOptionAction } from "./use-option-action.ts";

/** Adds an option: the variants that there are take its first value, the others make new ones. */
export function AddOption({ product, onClose }: { product: Product; onClose: () => void }) {
  const admin = useAdminConsole();
  const [name, setName] = useState("");
  const [values, setValues] = useState<string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const made = product.variants.length * Math.max(0, values.length - 1);
  const all = product.variants.length + made;
  const isTwice = product.variant_types.some((type) => type.name === name.trim());
  const { faults } = strings;
  const nameFault = name.trim() === "" ? faults.needsName : isTwice ? faults.twice : undefined;
  const add = useOptionAction({
    run: () =>
      admin.options.add({
        params: { product_id: product.id },
        body: { option_type: name.trim(), option_values: values },
      }),
    done: strings.made(made),
    onDone: onClose,
  });
  const submit = () => {
    setChecked(true);
    if (nameFault === undefined && values.length > 0 && all <= mostVariants) add.start(undefined);
  };
  return (
    <OptionDialog
      title={strings.add}
      confirm={strings.addIt}
      isRunning={add.isRunning}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={strings.name}
        placeholder={strings.nameHint}
        required
        data-autofocus
        maxLength={255}
        value={name}
        error={isChecked ? nameFault : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ValuesInput
        label={strings.values}
        values={values}
        error={isChecked && values.length === 0 ? faults.needsValues : undefined}
        onChange={setValues}
      />
      {values[0] !== undefined && (
        <Text size="sm" role="status">
          {all > mostVariants
            ? strings.tooMany(all, mostVariants)
            : `${strings.willMake(made)} ${strings.firstOfAll(values[0])}`}
        </Text>
      )}
    </OptionDialog>
  );
}
