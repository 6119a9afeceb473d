import { Anchor, Text } from "@mantine/core";
import { AppLink } from "@souk/ui";
import { toStorePage } from "../../page-addresses.ts";
import { texts } from "../../texts.ts";

/** Explain why the notification of the customer is not offered, and where to change that. */
export function MailNote({ title }: { title: string | null }) {
  const { notificationOff, notificationSettings } = texts.orderActions.tracking;
  if (title === null) return null;
  return (
    <Text size="sm" mb="sm">
      {notificationOff({ title })}{" "}
      <Anchor component={AppLink} to={toStorePage("/settings/notifications")} inherit>
        {notificationSettings}
      </Anchor>
    </Text>
  );
}
