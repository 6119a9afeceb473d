import { Button, Popover, Stack, Text } from "@mantine/core";
import { TwoLines, useAdminConsole, useStore } from "@souk/ui";
import { IconApps, IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { texts } from "../texts.ts";
import { type AppLink, linkAddress } from "./link-address.ts";

/** The common prefix of the keys of all queries about links. */
export const appLinksKey = ["app_links"] as const;

function useAppLinks(placement: AppLink["placement"]) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...appLinksKey, placement],
    queryFn: ({ signal }) => admin.app_links.list({ query: { placement, limit: 250 }, signal }),
  });
}

/** The maximum number of records that a link opens with. */
const maxRecords = 250;

interface AppLinksProps {
  placement: AppLink["placement"];
  /** The records that a link opens with. */
  ids: readonly number[];
  size?: "sm" | "compact-md";
}

/** Show the links of apps for this page; nothing if there are none. The page does not wait for them. */
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
            <LinkTo key={link.id} link={link} ids={ids} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Render a link as a full page load in either case: the page with an app's frame has a policy of its own. */
function LinkTo({ link, ids }: { link: AppLink; ids: readonly number[] }) {
  const { handle } = useStore();
  const { embedded, name } = link.app;
  const inTab = { target: "_blank", rel: "noopener noreferrer" };
  return (
    <Button
      component="a"
      href={linkAddress(handle, link, ids)}
      {...(embedded ? {} : inTab)}
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
        second={texts.appLinks.openLabel({ app: name, inTab: String(!embedded) })}
      />
    </Button>
  );
}
