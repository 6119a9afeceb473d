import { Alert, Text } from "@mantine/core";
import { formatInstant, useStore } from "@souk/ui";
import { IconBan } from "@tabler/icons-react";
import { strings } from "../strings.ts";

/** Says on every page of a suspended shop why nothing can be changed. */
export function SuspendedBanner() {
  const { suspended, timezone } = useStore();
  if (!suspended) return null;
  return (
    <Alert color="red" mb="lg" icon={<IconBan aria-hidden />} title={strings.suspended.title}>
      <Text size="sm">{strings.suspended.text(formatInstant(suspended.at, timezone))}</Text>
      {suspended.reason !== "" && <Text size="sm">{strings.suspended.reason(suspended.reason)}</Text>}
    </Alert>
  );
}
