import { Alert, List, Progress, Stack, Text } from "@mantine/core";
import { errorWords } from "@souk/ui";
import { IconAlertTriangle } from "@tabler/icons-react";
import { strings } from "../strings.ts";
import type { TaskReport } from "./run-tasks.ts";

/** How far many things have come, and which of them did not work. */
export function BulkReport({ report, isRunning }: { report: TaskReport; isRunning: boolean }) {
  const { total, tried, failures } = report;
  const words = isRunning
    ? strings.bulk.progress(tried, total)
    : strings.bulk.ended(tried - failures.length, total);
  return (
    <Stack gap="sm">
      <Text role="status">{words}</Text>
      <Progress value={total === 0 ? 100 : (100 * tried) / total} aria-label={words} size="lg" />
      {failures.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={strings.bulk.failed(failures.length)}
        >
          <List size="sm" mah={220} style={{ overflowY: "auto" }}>
            {failures.map(({ key, name, error }) => (
              <List.Item key={key}>{strings.bulk.failure(name, errorWords(error).text)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
