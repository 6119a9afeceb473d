import { Group, Progress, Text } from "@mantine/core";
import { formatNumber } from "@souk/ui";
import type { StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";

/** How many units of a document have come, in words and drawn. */
export function UnitsLine({ document }: { document: Pick<StockDocument, "line_items"> }) {
  const lines: readonly { quantity: number; received_quantity: number }[] = document.line_items;
  const asked = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const received = lines.reduce((sum, { received_quantity }) => sum + received_quantity, 0);
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Progress.Root w={72} size="sm" aria-hidden>
        <Progress.Section value={asked === 0 ? 0 : (received / asked) * 100} aria-hidden />
      </Progress.Root>
      <Text span inherit>
        {strings.unitsOf(formatNumber(received), formatNumber(asked))}
      </Text>
    </Group>
  );
}
