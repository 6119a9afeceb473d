import { DataTable, type DataTableProps, formatNumber, Timestamp, TwoLines } from "@souk/ui";
import { pageOfTarget, type StaffApp } from "../records.ts";
import { strings } from "../strings.ts";
import { AppStateBadge } from "../suspension/app-state-badge.tsx";

const { columns } = strings;

type AppsTableProps<A extends object> = Pick<
  DataTableProps<A, StaffApp>,
  "query" | "rows" | "onPage" | "empty"
>;

/** Apps with whose they are, how many stores have them, and whether they are suspended. */
export function AppsTable<A extends object>(props: AppsTableProps<A>) {
  return (
    <DataTable
      {...props}
      label={strings.apps.title}
      keyOf={({ id }) => id}
      linkOf={({ id }) => pageOfTarget({ kind: "app", id })}
      columns={[
        {
          id: "name",
          header: columns.name,
          cell: ({ name, handle }) => <TwoLines first={name} second={handle} />,
        },
        { id: "state", header: columns.state, cell: (app) => <AppStateBadge app={app} /> },
        { id: "by", header: columns.by, cell: ({ partner, store }) => partner?.name ?? store?.handle ?? "–" },
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
