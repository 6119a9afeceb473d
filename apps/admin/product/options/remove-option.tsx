import { List, Text } from "@mantine/core";
import { ConfirmDialog, formatNumber, useAdminConsole } from "@souk/ui";
import { queriesShowingProducts } from "../../queries-showing-products.ts";
import { texts } from "../../texts.ts";
import type { OptionType, OptionValue, Product } from "../product-queries.ts";
import { getVariantName } from "../variant-name.ts";
import { findVariantsDeletedWithOption, findVariantsDeletedWithValue } from "./affected-variants.ts";

interface RemoveOptionProps {
  opened: boolean;
  product: Product;
  /** The option, which the API calls an option type. */
  type: OptionType;
  /** The value to remove; if undefined, the whole option is removed. */
  value?: OptionValue;
  onClose: () => void;
}

/** The maximum number of deleted variants that the dialog lists. */
const maxNames = 5;

/** Show the dialog that removes an option or one of its values, and that lists the variants that this deletes. */
export function RemoveOption({ opened, product, type, value, onClose }: RemoveOptionProps) {
  const admin = useAdminConsole();
  const words = texts.productOptions.removal;
  const name = value?.name ?? type.name;
  const deletedVariants = value
    ? findVariantsDeletedWithValue(product, value.id)
    : findVariantsDeletedWithOption(product, type.id);
  const units = deletedVariants.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0);
  const body = { option_type: type.name, ...(value ? { option_value: value.name } : {}) };
  const unlistedCount = deletedVariants.length - maxNames;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={value ? words.titleValue({ value: name }) : words.titleOption({ name })}
      confirm={words.confirm}
      danger
      done={words.done({ name })}
      onConfirm={() => admin.options.remove({ params: { product_id: product.id }, body })}
      refresh={queriesShowingProducts}
    >
      <Text>
        {deletedVariants.length === 0
          ? words.deletesNone
          : words.deletes({ count: deletedVariants.length, units: formatNumber(units) })}
      </Text>
      <List size="sm" mt="sm">
        {deletedVariants.slice(0, maxNames).map((variant) => (
          <List.Item key={variant.id}>{getVariantName(variant, product)}</List.Item>
        ))}
      </List>
      {unlistedCount > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {words.more({ count: unlistedCount })}
        </Text>
      )}
    </ConfirmDialog>
  );
}
