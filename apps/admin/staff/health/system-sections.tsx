import { Group } from "@mantine/core";
import { formatNumber, Metrics, StatusBadge, Timestamp } from "@souk/ui";
import { texts } from "../../texts.ts";
import { LoadedTable } from "../loaded-table.tsx";
import type { StaffHealth } from "../records.ts";
import { formatDuration } from "./format-age.ts";
import { formatBytes } from "./format-bytes.ts";

const words = texts.staff.health;

/** Show the live processes with their versions and heartbeats. */
export function ProcessesSection({ processes }: { processes: NonNullable<StaffHealth["processes"]> }) {
  const { processes: names } = words;
  return (
    <LoadedTable
      label={words.parts.processes}
      records={processes.live}
      getKey={({ id }) => id}
      columns={[
        {
          id: "process",
          header: names.process,
          cell: ({ id, is_current }) => (
            <Group gap="xs">
              {id}
              {is_current && <StatusBadge tone="info">{names.current}</StatusBadge>}
            </Group>
          ),
        },
        { id: "role", header: names.role, cell: ({ role }) => names.roles[role] },
        {
          id: "version",
          header: names.version,
          // A process of an earlier release does not report its version.
          cell: ({ souk_version }) => souk_version ?? names.older,
        },
        { id: "node", header: names.node, cell: ({ node_version }) => node_version ?? "–" },
        { id: "started", header: names.started, cell: ({ started_at }) => <Timestamp at={started_at} /> },
        {
          id: "heartbeat",
          header: names.heartbeat,
          cell: ({ last_heartbeat_at }) => <Timestamp at={last_heartbeat_at} />,
        },
      ]}
    />
  );
}

/** Show the version, size, connections and oldest transaction of the database. */
export function DatabaseMetrics({
  database,
  now,
}: {
  database: NonNullable<StaffHealth["database"]>;
  now: number;
}) {
  const { database: names } = words;
  const { connections, oldest_transaction_at, pending_migration_count } = database;
  return (
    <Metrics
      figures={[
        { label: names.postgresql, value: database.postgresql_version },
        {
          label: names.migration,
          value: formatNumber(database.migration),
          note: names.migrationNote({ count: pending_migration_count }),
        },
        { label: names.size, value: formatBytes(database.size_bytes) },
        {
          label: names.connections,
          value: names.connectionsOf({
            used: formatNumber(connections.used),
            max: formatNumber(connections.max),
          }),
        },
        {
          label: names.transaction,
          value:
            oldest_transaction_at === null
              ? words.none
              : formatDuration(now - Date.parse(oldest_transaction_at)),
        },
      ]}
    />
  );
}
