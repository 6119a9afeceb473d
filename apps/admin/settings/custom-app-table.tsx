import type { OperationResponse, operations } from "@souk/contract";
import {
  ConfirmButton,
  DataTable,
  EmptyState,
  StatusBadge,
  Timestamp,
  type Tone,
  useAdminConsole,
} from "@souk/ui";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { installedAppsKey } from "../apps/app-queries.ts";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import type { Credentials } from "./credentials-card.tsx";

type CustomApp = OperationResponse<typeof operations.listInstalledApps>["apps"][number];

interface CustomAppTableProps {
  /** Called with the credentials of an app whose access token was regenerated. */
  onRegenerated: (credentials: Credentials) => void;
}

const tones: Record<CustomApp["status"], Tone> = {
  enabled: "good",
  disabled: "neutral",
  uninstalling: "warn",
};

/**
 * Show the table of the store's custom apps, each with a link to its details and a button that regenerates its
 * token.
 */
export function CustomAppTable({ onRegenerated }: CustomAppTableProps) {
  const admin = useAdminConsole();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: [...installedAppsKey, { kind: "custom", page }],
    queryFn: ({ signal }) => admin.installs.list({ query: { kind: "custom", page }, signal }),
  });
  const { columns, empty, permissions, states, table } = texts.settings.custom;
  const tokenColumn = {
    id: "token",
    header: columns.actions,
    cell: (app: CustomApp) => <RegenerateTokenButton app={app} onRegenerated={onRegenerated} />,
  };
  return (
    <DataTable
      label={table}
      query={query}
      rows={({ apps }) => apps}
      getKey={({ id }) => id}
      getLink={({ client_id }) => toStorePage("/apps/installed/$client_id/details", { client_id })}
      onPage={setPage}
      empty={
        <EmptyState icon={IconKey} title={empty.title}>
          {empty.text}
        </EmptyState>
      }
      columns={[
        { id: "name", header: columns.name, cell: ({ name }) => name },
        { id: "scopes", header: columns.scopes, cell: ({ scopes }) => permissions({ count: scopes.length }) },
        {
          id: "status",
          header: columns.status,
          cell: ({ status }) => <StatusBadge tone={tones[status]}>{states[status]}</StatusBadge>,
        },
        {
          id: "since",
          header: columns.since,
          cell: ({ installed_at }) => <Timestamp at={installed_at} />,
        },
        tokenColumn,
      ]}
    />
  );
}

interface RegenerateTokenButtonProps {
  app: CustomApp;
  onRegenerated: (credentials: Credentials) => void;
}

function RegenerateTokenButton({ app, onRegenerated }: RegenerateTokenButtonProps) {
  const admin = useAdminConsole();
  const words = texts.settings.custom;
  return (
    <ConfirmButton
      danger
      label={words.regenerate}
      accessibleName={words.regenerateLabel({ name: app.name })}
      button={{ variant: "default", size: "xs", disabled: app.status === "uninstalling" }}
      title={words.regenerateTitle({ name: app.name })}
      confirm={words.regenerate}
      done={words.regenerateDone}
      onConfirm={() => admin.custom_apps.regenerate_token({ params: { id: app.id } })}
      refresh={[installedAppsKey]}
      onDone={({ custom_app }) => onRegenerated({ ...custom_app, name: app.name })}
    >
      {words.regenerateText}
    </ConfirmButton>
  );
}
