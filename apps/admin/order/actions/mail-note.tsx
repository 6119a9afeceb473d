import { Anchor, Text } from "@mantine/core";
import { AppLink, useStore } from "@souk/ui";
import { strings } from "./strings.ts";

/** Says why nobody is offered to be told, and where that is changed. */
export function MailNote({ title }: { title: string | null }) {
  const { handle } = useStore();
  const { noMail, mails } = strings.tracking;
  if (title === null) return null;
  return (
    <Text size="sm" mb="sm">
      {noMail(title)}{" "}
      <Anchor component={AppLink} to={`/${handle}/settings/notifications`} inherit>
        {mails}
      </Anchor>
    </Text>
  );
}
