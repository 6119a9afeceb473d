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
  const processWords = words.processes;
  return (
    <LoadedTable
      label={words.parts.processes}
      records={processes.live}
      getKey={({ id }) => id}
      columns={[
        {
          id: "process",
          header: processWords.process,
          cell: ({ id, is_current }) => (
            <Group gap="xs">
              {id}
              {is_current && <StatusBadge tone="info">{processWords.current}</StatusBadge>}
            </Group>
          ),
        },
        { id: "role", header: processWords.role, cell: ({ role }) => processWords.roles[role] },
        {
          id: "version",
          header: processWords.version,
          // A process of an earlier release does not report its version.
          cell: ({ souk_version }) => souk_version ?? processWords.older,
        },
        { id: "node", header: processWords.node, cell: ({ node_version }) => node_version ?? "–" },
        {
          id: "started",
          header: processWords.started,
          cell: ({ started_at }) => <Timestamp at={started_at} />,
        },
        {
          id: "heartbeat",
          header: processWords.heartbeat,
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
  const databaseWords = words.database;
  const { connections, oldest_transaction_at, pending_migration_count } = database;
  return (
    <Metrics
      metrics={[
        { label: databaseWords.postgresql, value: database.postgresql_version },
        {
          label: databaseWords.migration,
          value: formatNumber(database.migration),
          note: databaseWords.migrationNote({ count: pending_migration_count }),
        },
        { label: databaseWords.size, value: formatBytes(database.size_bytes) },
        {
          label: databaseWords.connections,
          value: databaseWords.connectionsOf({
            used: formatNumber(connections.used),
            max: formatNumber(connections.max),
          }),
        },
        {
          label: databaseWords.transaction,
          value:
            oldest_transaction_at === null
              ? words.none
              : formatDuration(now - Date.parse(oldest_transaction_at)),
        },
      ]}
    />
  );
}
