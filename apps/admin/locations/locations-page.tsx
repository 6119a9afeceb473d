import { DataTable, LinkButton, TwoLines, useAdminConsole, usePlace, useStore } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { addressLine } from "./address-line.ts";
import { LocationBadges } from "./location-badges.tsx";
import { strings } from "./strings.ts";

/** The locations of the shop, a page at a time. */
export function LocationsPage() {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const { page, go } = usePlace([]);
  const query = useQuery({
    queryKey: ["locations", { page }],
    queryFn: ({ signal }) => admin.locations.list({ query: { page, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
  });
  const { columns } = strings;
  return (
    <SettingsFrame
      title={strings.title}
      lead={strings.lead}
      actions={<LinkButton to={`/${handle}/settings/locations/new`}>{strings.add}</LinkButton>}
    >
      <DataTable
        label={strings.title}
        query={query}
        rows={({ locations }) => locations}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/${handle}/settings/locations/${id}`}
        onPage={(next, how) => go({ page: next }, how)}
        columns={[
          {
            id: "name",
            header: columns.name,
            cell: ({ name, code }) => <TwoLines first={name} second={code} />,
          },
          {
            id: "address",
            header: columns.address,
            cell: (location) => addressLine(location) || strings.noAddress,
          },
          {
            id: "state",
            header: columns.state,
            cell: (location) => <LocationBadges location={location} />,
          },
        ]}
      />
    </SettingsFrame>
  );
}
