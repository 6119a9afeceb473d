import { DataTable, type DataTableProps, formatNumber, Timestamp, TwoLines } from "@souk/ui";
import { texts } from "../../texts.ts";
import { getTargetPage, type StaffApp } from "../records.ts";
import { AppStateBadge } from "../suspension/state-badge.tsx";

const { columns } = texts.staff;

type AppsTableProps<A extends object> = Pick<
  DataTableProps<A, StaffApp>,
  "query" | "rows" | "onPage" | "empty"
>;

/** Show a table of apps with the developer, the state and the number of installations of each. */
export function AppsTable<A extends object>(props: AppsTableProps<A>) {
  return (
    <DataTable
      {...props}
      label={texts.staff.apps.title}
      getKey={({ id }) => id}
      getLink={({ id }) => getTargetPage({ kind: "app", id })}
      columns={[
        {
          id: "name",
          header: columns.name,
          cell: ({ name, handle }) => <TwoLines first={name} second={handle} />,
        },
        { id: "state", header: columns.status, cell: (app) => <AppStateBadge app={app} /> },
        {
          id: "by",
          header: columns.developer,
          cell: ({ partner, store }) => partner?.name ?? store?.handle ?? "–",
        },
        {
          id: "installations",
          header: columns.installations,
          align: "end",
          cell: (app) => formatNumber(app.installation_count),
        },
        { id: "created", header: columns.created, cell: (app) => <Timestamp at={app.created_at} /> },
      ]}
    />
  );
}
