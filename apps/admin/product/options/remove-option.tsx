import { List, Text } from "@mantine/core";
import { ConfirmDialog, formatNumber, useAdminConsole } from "@souk/ui";
import { staleWithProducts } from "../../stale.ts";
import { texts } from "../../texts.ts";
import type { OptionType, OptionValue, Product } from "../product-queries.ts";
import { variantName } from "../variant-name.ts";
import { lostWithOption, lostWithValue } from "./lost-variants.ts";

interface RemoveOptionProps {
  opened: boolean;
  product: Product;
  type: OptionType;
  /** The value to remove; absent: the whole option. */
  value?: OptionValue;
  onClose: () => void;
}

const maxNames = 5;

/** Show the dialog that removes an option or one of its values, and lists the variants deleted with it. */
export function RemoveOption({ opened, product, type, value, onClose }: RemoveOptionProps) {
  const admin = useAdminConsole();
  const words = texts.productOptions.removal;
  const name = value?.name ?? type.name;
  const lost = value ? lostWithValue(product, value.id) : lostWithOption(product, type.id);
  const units = lost.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0);
  const body = { option_type: type.name, ...(value ? { option_value: value.name } : {}) };
  const more = lost.length - maxNames;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={value ? words.titleValue({ value: name }) : words.titleOption({ name })}
      confirm={words.confirm}
      danger
      done={words.done({ name })}
      onConfirm={() => admin.options.remove({ params: { product_id: product.id }, body })}
      refresh={staleWithProducts}
    >
      <Text>
        {lost.length === 0
          ? words.nothingLost
          : words.lost({ count: lost.length, units: formatNumber(units) })}
      </Text>
      <List size="sm" mt="sm">
        {lost.slice(0, maxNames).map((variant) => (
          <List.Item key={variant.id}>{variantName(variant, product)}</List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {words.more({ count: more })}
        </Text>
      )}
    </ConfirmDialog>
  );
}
