import { Group, Text } from "@mantine/core";
import { maxLowStockQuantity } from "@souk/contract";
import { formatNumber, StatusBadge } from "@souk/ui";
import { texts } from "../texts.ts";

/** Show a stock quantity, with a badge if it is low or not above 0. */
export function StockQuantity({ quantity }: { quantity: number }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {quantity <= 0 && <StatusBadge tone="danger">{texts.common.stock.none}</StatusBadge>}
      {quantity > 0 && quantity <= maxLowStockQuantity && (
        <StatusBadge tone="warn">{texts.common.stock.low}</StatusBadge>
      )}
      <Text span inherit>
        {formatNumber(quantity)}
      </Text>
    </Group>
  );
}
