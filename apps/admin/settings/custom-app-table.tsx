import type { AnswerOf, operations } from "@souk/contract";
import {
  ConfirmButton,
  DataTable,
  EmptyState,
  StatusBadge,
  Timestamp,
  type Tone,
  useAdminConsole,
  useStore,
} from "@souk/ui";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { installedKey } from "../apps/app-queries.ts";
import type { Credentials } from "./credentials-card.tsx";
import { strings } from "./strings.ts";

type CustomApp = AnswerOf<typeof operations.listInstalledApps>["apps"][number];

interface CustomAppTableProps {
  mayChange: boolean;
  onRegenerated: (credentials: Credentials) => void;
}

const tones: Record<CustomApp["status"], Tone> = {
  enabled: "good",
  disabled: "neutral",
  uninstalling: "warn",
};

/** The custom apps of the shop, each with the way to its page and to a new token. */
export function CustomAppTable({ mayChange, onRegenerated }: CustomAppTableProps) {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: [...installedKey, { kind: "custom", page }],
    queryFn: ({ signal }) => admin.installs.list({ query: { kind: "custom", page }, signal }),
  });
  const { columns, empty, permissions, states, table } = strings.custom;
  const token = {
    id: "token",
    header: columns.actions,
    cell: (app: CustomApp) => <NewToken app={app} onRegenerated={onRegenerated} />,
  };
  return (
    <DataTable
      label={table}
      query={query}
      rows={({ apps }) => apps}
      keyOf={({ id }) => id}
      linkOf={({ client_id }) => `/${handle}/apps/installed/${client_id}/details`}
      onPage={setPage}
      empty={
        <EmptyState icon={IconKey} title={empty.title}>
          {empty.text}
        </EmptyState>
      }
      columns={[
        { id: "name", header: columns.name, cell: ({ name }) => name },
        { id: "scopes", header: columns.scopes, cell: ({ scopes }) => permissions(scopes.length) },
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
        ...(mayChange ? [token] : []),
      ]}
    />
  );
}

interface NewTokenProps {
  app: CustomApp;
  onRegenerated: (credentials: Credentials) => void;
}

function NewToken({ app, onRegenerated }: NewTokenProps) {
  const admin = useAdminConsole();
  const { custom } = strings;
  return (
    <ConfirmButton
      danger
      label={custom.regenerate}
      spoken={custom.regenerateOf(app.name)}
      button={{ variant: "default", size: "xs", disabled: app.status === "uninstalling" }}
      title={custom.regenerateTitle(app.name)}
      confirm={custom.regenerate}
      done={custom.regenerateDone}
      onConfirm={() => admin.custom_apps.regenerate_token({ params: { id: app.id } })}
      refresh={[installedKey]}
      onDone={({ custom_app }) => onRegenerated({ ...custom_app, name: app.name })}
    >
      {custom.regenerateText}
    </ConfirmButton>
  );
}
