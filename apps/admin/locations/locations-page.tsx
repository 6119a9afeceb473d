import { getCountryName } from "@souk/contract";
import { DataTable, TwoLines, useAdminConsole, useUrlState } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PageLinkButton } from "../page-link-button.tsx";
import { toStorePage } from "../page-urls.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { texts } from "../texts.ts";
import { LocationBadges } from "./location-badges.tsx";
import type { Location } from "./location-queries.ts";

/** Show the list of the store's locations. */
export function LocationsPage() {
  const admin = useAdminConsole();
  const { page, goToPage } = useUrlState([]);
  const query = useQuery({
    queryKey: ["locations", { page }],
    queryFn: ({ signal }) => admin.locations.list({ query: { page, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
  });
  const { columns } = texts.locations;
  return (
    <SettingsFrame
      title={texts.locations.title}
      actions={
        <PageLinkButton to={toStorePage("/settings/locations/new")}>{texts.locations.add}</PageLinkButton>
      }
    >
      <DataTable
        label={texts.locations.title}
        query={query}
        rows={({ locations }) => locations}
        getKey={({ id }) => id}
        getLink={({ id }) => toStorePage("/settings/locations/$id", { id })}
        onPage={goToPage}
        columns={[
          {
            id: "name",
            header: columns.name,
            cell: ({ name, code }) => <TwoLines first={name} second={code} />,
          },
          {
            id: "address",
            header: columns.address,
            cell: (location) => formatAddress(location) || texts.locations.noAddress,
          },
          {
            id: "state",
            header: columns.status,
            cell: (location) => <LocationBadges location={location} />,
          },
        ]}
      />
    </SettingsFrame>
  );
}

/** Format a location's address as one line; empty if it has none. */
function formatAddress(location: Location): string {
  const { address1, address2, zip, city, province_code, country_code } = location;
  const parts = [address1, address2, `${zip} ${city}`.trim(), province_code, getCountryName(country_code)];
  return parts.filter((part) => part !== "").join(", ");
}
