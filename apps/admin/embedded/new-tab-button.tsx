import { Button, type ButtonProps } from "@mantine/core";
import { useStore } from "@souk/ui";
import { IconExternalLink } from "@tabler/icons-react";
import { type OpenedLink, tabAddress } from "../app-links/link-address.ts";
import { buildGatewayPath } from "../page-addresses.ts";
import { texts } from "../texts.ts";

interface NewTabButtonProps extends ButtonProps {
  app: { client_id: string; link: OpenedLink | null };
  children?: string;
}

/** Open an app in its own tab, by the address that signs its parameters each time (INS-14, INS-15). */
export function NewTabButton({
  app,
  children = texts.embedded.newTab,
  variant = "default",
  ...rest
}: NewTabButtonProps) {
  const { handle } = useStore();
  const ownAddress = buildGatewayPath(handle, "/apps/open/$client_id", { client_id: app.client_id });
  return (
    <Button
      component="a"
      href={app.link === null ? ownAddress : tabAddress(handle, app.link)}
      target="_blank"
      rel="noopener noreferrer"
      variant={variant}
      leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
      {...rest}
    >
      {children}
    </Button>
  );
}
