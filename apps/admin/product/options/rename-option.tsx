import { TextInput } from "@mantine/core";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { OptionType, OptionValue, Product } from "../product-queries.ts";
import { OptionDialog } from "./option-dialog.tsx";
import { useOptionAction } from "./use-option-action.ts";

interface RenameOptionProps {
  product: Product;
  /** The option, which the API calls an option type. */
  type: OptionType;
  /** The value to rename; if undefined, the option itself is renamed. */
  value?: OptionValue;
  onClose: () => void;
}

/** Show the dialog that renames an option or one of its values. No variants are created or deleted. */
export function RenameOption({ product, type, value, onClose }: RenameOptionProps) {
  const admin = useAdminConsole();
  const oldName = value?.name ?? type.name;
  const [name, setName] = useState(oldName);
  const [showsErrors, setShowsErrors] = useState(false);
  const newName = name.trim();
  const params = { product_id: product.id };
  const rename = useOptionAction({
    run: () =>
      value === undefined
        ? admin.options.rename_type({
            params,
            body: { old_option_type: oldName, new_option_type: newName },
          })
        : admin.options.rename_value({
            params,
            body: { option_type: type.name, old_option_value: oldName, new_option_value: newName },
          }),
    done: texts.productOptions.renamed({ oldName, newName }),
    onDone: onClose,
  });
  const isNewName = newName !== "" && newName !== oldName;
  return (
    <OptionDialog
      title={texts.productOptions.rename({ name: oldName })}
      confirm={texts.productOptions.save}
      isRunning={rename.isRunning}
      error={rename.error}
      onSubmit={() => {
        setShowsErrors(true);
        if (isNewName) rename.start(undefined);
      }}
      onClose={onClose}
    >
      <TextInput
        label={texts.productOptions.renameTo}
        required
        data-autofocus
        maxLength={255}
        value={name}
        error={showsErrors && !isNewName ? texts.productOptions.sameName : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </OptionDialog>
  );
}
