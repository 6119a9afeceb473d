import { Alert, Text } from "@mantine/core";
import { formatInstant, useStore } from "@souk/ui";
import { IconBan } from "@tabler/icons-react";
import { texts } from "../texts.ts";

/** If the store is suspended, show a banner that explains why nothing can be changed. */
export function SuspendedBanner() {
  const { suspended, timezone } = useStore();
  if (!suspended) return null;
  return (
    <Alert color="red" mb="lg" icon={<IconBan aria-hidden />} title={texts.common.suspended.title}>
      <Text size="sm">{texts.common.suspended.text({ since: formatInstant(suspended.at, timezone) })}</Text>
      {suspended.reason !== "" && (
        <Text size="sm">{texts.common.suspended.reason({ reason: suspended.reason })}</Text>
      )}
    </Alert>
  );
}
