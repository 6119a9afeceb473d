import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { texts } from "../texts.ts";

/** Show a button that opens the link from an app's response in a new tab, for pages that can't be shown in a frame. */
export function NewTabLink({ url }: { url: string }) {
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
    >
      {texts.fulfillByApp.page.newTab}
    </Button>
  );
}
