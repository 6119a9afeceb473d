import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { strings } from "./strings.ts";

/** The link that an app answered, in a tab of its own: for a page that lets nobody frame it. */
export function LinkTab({ url }: { url: string }) {
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
    >
      {strings.page.newTab}
    </Button>
  );
}
