import { Anchor, Text } from "@mantine/core";
import { PageLink } from "@souk/ui";
import { toStorePage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";

/**
 * Show that the customer won't be notified because the store has turned the email off, with a link to the settings. Show
 * nothing if the email is turned on.
 * @param title the title of the email; null if the email is turned on
 */
export function EmailOffNote({ title }: { title: string | null }) {
  const { notificationOff, notificationSettings } = texts.orderActions.tracking;
  if (title === null) return null;
  return (
    <Text size="sm" mb="sm">
      {notificationOff({ title })}{" "}
      <Anchor component={PageLink} to={toStorePage("/settings/notifications")} inherit>
        {notificationSettings}
      </Anchor>
    </Text>
  );
}
