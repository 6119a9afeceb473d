import { Alert, List } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { texts } from "../texts.ts";

/** Show the API's warnings about an app's URLs. */
export function Warnings({ warnings }: { warnings: readonly string[] | undefined }) {
  if (warnings === undefined || warnings.length === 0) return null;
  return (
    <Alert role="note" color="yellow" icon={<IconAlertTriangle size={20} />} title={texts.warnings.title}>
      <List size="sm" listStyleType={warnings.length > 1 ? "disc" : "none"}>
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
