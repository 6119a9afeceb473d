import { Alert, List, Progress, Stack, Text } from "@mantine/core";
import { describeError } from "@souk/ui";
import { IconAlertTriangle } from "@tabler/icons-react";
import { texts } from "../../texts.ts";
import type { TaskReport } from "./run-tasks.ts";

/** Show the progress of many tasks and which of them failed. */
export function BulkReport({ report, isRunning }: { report: TaskReport; isRunning: boolean }) {
  const { total, tried, failures } = report;
  const words = isRunning
    ? texts.products.bulk.progress({ tried, total })
    : texts.products.bulk.ended({ worked: tried - failures.length, total });
  return (
    <Stack gap="sm">
      <Text role="status">{words}</Text>
      <Progress value={total === 0 ? 100 : (100 * tried) / total} aria-label={words} size="lg" />
      {failures.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={texts.products.bulk.failed({ count: failures.length })}
        >
          <List size="sm" mah={220} style={{ overflowY: "auto" }}>
            {failures.map(({ key, name, error }) => (
              <List.Item key={key}>
                {texts.products.bulk.failure({ name, why: describeError(error).text })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
