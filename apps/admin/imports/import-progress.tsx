import { Progress, Stack, Text } from "@mantine/core";
import { formatNumber } from "@souk/ui";
import { texts } from "../texts.ts";
import type { Import } from "./import-queries.ts";

/** Show the progress of an import as a bar with the number of rows. */
export function ImportProgress({ record, isReconnecting }: { record: Import; isReconnecting: boolean }) {
  const { status, progress, row_count } = record;
  const progressText =
    status === "running" ? texts.imports.progress.running : texts.imports.progress.checking;
  const text = progressText({ rows: formatNumber(row_count) });
  return (
    <Stack gap="xs">
      <Text fw={500} role="status">
        {text}
      </Text>
      <Progress value={progress} size="lg" animated aria-label={text} />
      {isReconnecting && (
        <Text size="sm" c="dimmed" role="status">
          {texts.imports.reconnecting}
        </Text>
      )}
    </Stack>
  );
}
