import { Anchor, Text } from "@mantine/core";
import { AppLink, DataTable, EmptyState, Timestamp, usePlace, useStore } from "@souk/ui";
import { IconShieldLock } from "@tabler/icons-react";
import { actorWords } from "../../actor-words.ts";
import { useMayManage } from "../../apps/use-may-manage.ts";
import { SettingsFrame } from "../../settings/settings-frame.tsx";
import { type PrivacyRequest, usePrivacyRequests } from "./privacy-queries.ts";
import { RequestApps } from "./request-apps.tsx";
import { strings } from "./strings.ts";

const { page: words } = strings;

/** What customers asked for, each with the apps that were told, brought up to date while one is waited for. */
export function PrivacyRequestsPage() {
  const maySee = useMayManage();
  const { page, go } = usePlace([]);
  const query = usePrivacyRequests(page, maySee);
  const { columns } = words;
  return (
    <SettingsFrame title={words.title} lead={words.lead}>
      {maySee ? (
        <DataTable
          label={words.table}
          query={query}
          rows={({ privacy_requests }) => privacy_requests}
          keyOf={({ id }) => id}
          onPage={(next, how) => go({ page: next }, how)}
          empty={
            <EmptyState icon={IconShieldLock} title={words.none.title}>
              {words.none.text}
            </EmptyState>
          }
          columns={[
            { id: "kind", header: columns.kind, cell: ({ kind }) => words.kinds[kind] },
            { id: "customer", header: columns.customer, cell: (request) => <Whose request={request} /> },
            { id: "who", header: columns.who, cell: ({ actor }) => actorWords(actor) },
            { id: "when", header: columns.when, cell: ({ created_at }) => <Timestamp at={created_at} /> },
            {
              id: "apps",
              header: columns.apps,
              cell: (request) => (
                <RequestApps
                  request={request}
                  name={`${words.kinds[request.kind]}: ${words.customer(request.customer_id)}`}
                />
              ),
            },
          ]}
        />
      ) : (
        <Text size="sm">{words.onlyManagers}</Text>
      )}
    </SettingsFrame>
  );
}

function Whose({ request: { kind, customer_id } }: { request: PrivacyRequest }) {
  const { handle } = useStore();
  if (kind === "erase") return words.gone(customer_id);
  return (
    <Anchor component={AppLink} inherit to={`/${handle}/customers/${customer_id}`}>
      {words.customer(customer_id)}
    </Anchor>
  );
}
