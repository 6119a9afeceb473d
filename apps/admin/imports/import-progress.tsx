import { Progress, Stack, Text } from "@mantine/core";
import { formatNumber } from "@souk/ui";
import type { Import } from "./import-queries.ts";
import { strings } from "./strings.ts";

/** How far an import is, drawn and in words. */
export function ImportProgress({ record, isLost }: { record: Import; isLost: boolean }) {
  const { status, progress, row_count } = record;
  const words = status === "running" ? strings.progress.running : strings.progress.checking;
  const text = words(formatNumber(row_count));
  return (
    <Stack gap="xs">
      <Text fw={500} role="status">
        {text}
      </Text>
      <Progress value={progress} size="lg" animated aria-label={text} />
      {isLost && (
        <Text size="sm" c="dimmed" role="status">
          {strings.lost}
        </Text>
      )}
    </Stack>
  );
}
