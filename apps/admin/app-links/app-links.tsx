import { Box, Button, Popover, Stack, Text } from "@mantine/core";
import { TwoLines, useAdminConsole, useStore } from "@souk/ui";
import { IconApps, IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { texts } from "../texts.ts";
import { type AppLink, buildLinkUrl } from "./link-url.ts";

/** The common key prefix of all queries for app links. */
export const appLinksKey = ["app_links"] as const;

function useAppLinks(placement: AppLink["placement"]) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...appLinksKey, placement],
    queryFn: ({ signal }) => admin.app_links.list({ query: { placement, limit: 250 }, signal }),
  });
}

/** The maximum number of records that an app link can be opened with. */
const maxRecords = 250;

interface AppLinksProps {
  placement: AppLink["placement"];
  /** The ids of the records to open the link with. */
  ids: readonly number[];
  size?: "sm" | "compact-md";
}

/** Show the menu of app links for this page. Show nothing until they are loaded, or if there are no links. */
export function AppLinks({ placement, ids, size = "sm" }: AppLinksProps) {
  const { data } = useAppLinks(placement);
  if (data === undefined || data.app_links.length === 0) return null;
  if (ids.length > maxRecords) return <Text size="sm">{texts.appLinks.tooMany({ max: maxRecords })}</Text>;
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size={size} leftSection={<IconApps size={18} stroke={1.75} aria-hidden />}>
          {texts.appLinks.button}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Stack gap={4}>
          {data.app_links.map((link) => (
            <LinkItem key={link.id} link={link} ids={ids} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Show one link. Even the link of an embedded app loads a new document, because the page with the app's frame has its own
 * content security policy.
 */
function LinkItem({ link, ids }: { link: AppLink; ids: readonly number[] }) {
  const { handle } = useStore();
  const { embedded, name, has_access } = link.app;
  if (!has_access)
    return (
      <Box px="md" py={6}>
        <TwoLines first={link.label} second={texts.appLinks.noAccess({ app: name })} />
      </Box>
    );
  const newTabProps = { target: "_blank", rel: "noopener noreferrer" };
  return (
    <Button
      component="a"
      href={buildLinkUrl(handle, link, ids)}
      {...(embedded ? {} : newTabProps)}
      variant="subtle"
      color="gray"
      justify="space-between"
      fullWidth
      h="auto"
      py={6}
      rightSection={embedded ? null : <IconExternalLink size={16} stroke={1.75} aria-hidden />}
    >
      <TwoLines
        first={link.label}
        second={texts.appLinks.openLabel({ app: name, opensInNewTab: String(!embedded) })}
      />
    </Button>
  );
}
