import { Group, Progress, Text } from "@mantine/core";
import { formatNumber } from "@souk/ui";
import { texts } from "../texts.ts";
import type { StockDocument } from "./stock-document.ts";

/** Show how many units of a stock document were received, as a number and as a bar. */
export function ReceivedProgress({ document }: { document: Pick<StockDocument, "line_items"> }) {
  const lines: readonly { quantity: number; received_quantity: number }[] = document.line_items;
  const orderedCount = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const receivedCount = lines.reduce((sum, { received_quantity }) => sum + received_quantity, 0);
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Progress.Root w={72} size="sm" aria-hidden>
        <Progress.Section value={orderedCount === 0 ? 0 : (receivedCount / orderedCount) * 100} aria-hidden />
      </Progress.Root>
      <Text span inherit>
        {texts.purchasing.receivedUnits({
          received: formatNumber(receivedCount),
          ordered: formatNumber(orderedCount),
        })}
      </Text>
    </Group>
  );
}
