import { TextInput } from "@mantine/core";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { OptionType, OptionValue, Product } from "../product-queries.ts";
import { OptionDialog } from "./option-dialog.tsx";
import { useOptionAction } from "./use-option-action.ts";

interface RenameOptionProps {
  product: Product;
  type: OptionType;
  /** The value to rename; absent: the option itself. */
  value?: OptionValue;
  onClose: () => void;
}

/** Show the dialog that renames an option or one of its values; its variants stay. */
export function RenameOption({ product, type, value, onClose }: RenameOptionProps) {
  const admin = useAdminConsole();
  const before = value?.name ?? type.name;
  const [name, setName] = useState(before);
  const [isChecked, setChecked] = useState(false);
  const now = name.trim();
  const params = { product_id: product.id };
  const rename = useOptionAction({
    run: () =>
      value === undefined
        ? admin.options.rename_type({
            params,
            body: { old_option_type: before, new_option_type: now },
          })
        : admin.options.rename_value({
            params,
            body: { option_type: type.name, old_option_value: before, new_option_value: now },
          }),
    done: texts.productOptions.renamed({ before, now }),
    onDone: onClose,
  });
  const isOther = now !== "" && now !== before;
  return (
    <OptionDialog
      title={texts.productOptions.rename({ name: before })}
      confirm={texts.productOptions.save}
      isRunning={rename.isRunning}
      error={rename.error}
      onSubmit={() => {
        setChecked(true);
        if (isOther) rename.start(undefined);
      }}
      onClose={onClose}
    >
      <TextInput
        label={texts.productOptions.renameTo}
        required
        data-autofocus
        maxLength={255}
        value={name}
        error={isChecked && !isOther ? texts.productOptions.sameName : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </OptionDialog>
  );
}
