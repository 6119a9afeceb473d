import { Button, type ButtonProps } from "@mantine/core";
import { useStore } from "@souk/ui";
import { IconExternalLink } from "@tabler/icons-react";
import { type OpenedLink, tabAddress } from "../app-links/link-address.ts";
import { strings } from "./strings.ts";

interface NewTabButtonProps extends ButtonProps {
  app: { client_id: string; link: OpenedLink | null };
  children?: string;
}

/** Opens an app in a tab of its own, by the address that signs its parameters anew each time (INS-14, INS-15). */
export function NewTabButton({
  app,
  children = strings.newTab,
  variant = "default",
  ...rest
}: NewTabButtonProps) {
  const { handle } = useStore();
  const ownAddress = `/${handle}/apps/open/${encodeURIComponent(app.client_id)}`;
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
