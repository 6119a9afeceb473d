import { Group, Text } from "@mantine/core";
import { lowStock } from "@souk/contract";
import { formatNumber, StatusBadge } from "@souk/ui";
import { strings } from "../strings.ts";

/** A quantity in stock, with a word where it is low or there is none. */
export function StockFigure({ quantity }: { quantity: number }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {quantity <= 0 && <StatusBadge tone="danger">{strings.stock.none}</StatusBadge>}
      {quantity > 0 && quantity <= lowStock && <StatusBadge tone="warn">{strings.stock.low}</StatusBadge>}
      <Text span inherit>
        {formatNumber(quantity)}
      </Text>
    </Group>
  );
}
