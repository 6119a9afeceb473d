import { Alert, List, Progress, Stack, Text } from "@mantine/core";
import { describeError } from "@souk/ui";
import { IconAlertTriangle } from "@tabler/icons-react";
import { texts } from "../../texts.ts";
import type { TaskReport } from "./run-tasks.ts";

/** Show the progress or result of a bulk action, and the products that failed. */
export function BulkReport({ report, isRunning }: { report: TaskReport; isRunning: boolean }) {
  const { totalCount, attemptedCount, failures } = report;
  const progressText = isRunning
    ? texts.products.bulk.progress({ attemptedCount, totalCount })
    : texts.products.bulk.ended({ updatedCount: attemptedCount - failures.length, totalCount });
  return (
    <Stack gap="sm">
      <Text role="status">{progressText}</Text>
      <Progress
        value={totalCount === 0 ? 100 : (100 * attemptedCount) / totalCount}
        aria-label={progressText}
        size="lg"
      />
      {failures.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={texts.products.bulk.failed({ count: failures.length })}
        >
          <List size="sm" mah={220} style={{ overflowY: "auto" }}>
            {failures.map(({ key, name, error }) => (
              <List.Item key={key}>
                {texts.products.bulk.failure({ name, reason: describeError(error).text })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
