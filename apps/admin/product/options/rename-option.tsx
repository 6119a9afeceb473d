import { TextInput } from "@mantine/core";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import type { OptionType, OptionValue, Product } from "../product-queries.ts";
import { OptionDialog } from "./option-dialog.tsx";
import { strings } from "./strings.ts";
import { useOptionAction } from "./use-option-action.ts";

interface RenameOptionProps {
  product: Product;
  type: OptionType;
  /** Absent: the option itself is renamed. */
  value?: OptionValue;
  onClose: () => void;
}

/** Gives an option, or one of its values, another name; its variants stay. */
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
    done: strings.renamed(before, now),
    onDone: onClose,
  });
  const isOther = now !== "" && now !== before;
  return (
    <OptionDialog
      title={strings.rename(before)}
      confirm={strings.save}
      isRunning={rename.isRunning}
      error={rename.error}
      onSubmit={() => {
        setChecked(true);
        if (isOther) rename.start(undefined);
      }}
      onClose={onClose}
    >
      <TextInput
        label={strings.renameTo}
        required
        data-autofocus
        maxLength={255}
        value={name}
        error={isChecked && !isOther ? strings.same : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </OptionDialog>
  );
}
