import { Alert, List } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { strings } from "../strings.ts";

/** What the API warns of in an app's addresses. */
export function Warnings({ warnings }: { warnings: readonly string[] | undefined }) {
  if (warnings === undefined || warnings.length === 0) return null;
  return (
    <Alert role="note" color="yellow" icon={<IconAlertTriangle size={20} />} title={strings.warnings.title}>
      <List size="sm" listStyleType={warnings.length > 1 ? "disc" : "none"}>
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
