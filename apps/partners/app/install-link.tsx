import { Button, Stack } from "@mantine/core";
import { CopyField } from "@souk/ui";
import { IconExternalLink } from "@tabler/icons-react";
import { texts } from "../texts.ts";

/** Show the link that starts an installation, with buttons that copy and open it. */
export function InstallLink({ url }: { url: string }) {
  const { installLink, openInstallLink } = texts.app;
  return (
    <Stack gap="xs" align="stretch">
      <CopyField label={installLink} value={url} />
      <div>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener"
          variant="default"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {openInstallLink}
        </Button>
      </div>
    </Stack>
  );
}
