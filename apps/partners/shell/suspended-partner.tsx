import { Alert, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { texts } from "../texts.ts";
import { usePartner } from "./own-partner.ts";

/** Show on every page that the platform has suspended the partner, and why. */
export function SuspendedPartner() {
  const partner = usePartner().data?.partner;
  if (!partner?.suspended) return null;
  const { title, text, reason } = texts.suspendedPartner;
  return (
    <Alert
      role="note"
      color="red"
      icon={<IconLock size={20} />}
      title={title({ name: partner.name })}
      mb="lg"
    >
      <Text size="sm">{reason({ reason: partner.suspended.reason })}</Text>
      <Text size="sm">{text}</Text>
    </Alert>
  );
}
