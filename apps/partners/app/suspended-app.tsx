import { Alert, Text } from "@mantine/core";
import { Timestamp } from "@souk/ui";
import { IconLock } from "@tabler/icons-react";
import type { PartnerApp } from "../records.ts";
import { usePartner } from "../shell/own-partner.ts";
import { texts } from "../texts.ts";

/**
 * Show that the platform has suspended this app, and why. If its partner is suspended too, show nothing, because the shell
 * shows that suspension on every page.
 */
export function SuspendedApp({ app: { suspended } }: { app: PartnerApp }) {
  const partner = usePartner().data?.partner;
  if (suspended === null || partner?.suspended) return null;
  const { title, text, since } = texts.suspendedApp;
  return (
    <Alert role="note" color="red" icon={<IconLock size={20} />} title={title}>
      <Text size="sm">{texts.suspendedPartner.reason({ reason: suspended.reason })}</Text>
      <Text size="sm">{text}</Text>
      <Text size="sm">
        {since} <Timestamp at={suspended.at} absolute />
      </Text>
    </Alert>
  );
}
