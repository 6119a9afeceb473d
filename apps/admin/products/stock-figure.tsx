import { Group, Text } from "@mantine/core";
import { lowStock } from "@souk/contract";
import { formatNumber, StatusBadge } from "@souk/ui";
import { texts } from "../texts.ts";

/** Show a quantity in stock, with a label when it is low or 0. */
export function StockFigure({ quantity }: { quantity: number }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {quantity <= 0 && <StatusBadge tone="danger">{texts.common.stock.none}</StatusBadge>}
      {quantity > 0 && quantity <= lowStock && (
        <StatusBadge tone="warn">{texts.common.stock.low}</StatusBadge>
      )}
      <Text span inherit>
        {formatNumber(quantity)}
      </Text>
    </Group>
  );
}
