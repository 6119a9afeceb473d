import { Button, type ButtonProps } from "@mantine/core";
import { useStore } from "@souk/ui";
import { IconExternalLink } from "@tabler/icons-react";
import { buildLinkRedirectUrl, type OpenedLink } from "../app-links/link-url.ts";
import { buildAppEntryPath } from "../page-urls.ts";
import { texts } from "../texts.ts";

interface NewTabButtonProps extends ButtonProps {
  app: { client_id: string; link: OpenedLink | null };
  children?: string;
}

/**
 * Show a button that opens an app in a new tab. The button's URL leads to the server, which redirects to a
 * newly signed URL of the app (INS-14, INS-15).
 */
export function NewTabButton({
  app,
  children = texts.embedded.newTab,
  variant = "default",
  ...buttonProps
}: NewTabButtonProps) {
  const { handle } = useStore();
  const appUrl = buildAppEntryPath(handle, "/apps/open/$client_id", { client_id: app.client_id });
  return (
    <Button
      component="a"
      href={app.link === null ? appUrl : buildLinkRedirectUrl(handle, app.link)}
      target="_blank"
      rel="noopener noreferrer"
      variant={variant}
      leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
      {...buttonProps}
    >
      {children}
    </Button>
  );
}
